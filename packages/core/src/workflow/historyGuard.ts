import { permission } from '../security/permissions.js'
import type { Guard } from './definition.js'

/**
 * Shows the records of a workflow, including actors and comments, only to people who request or do reviews
 * (docs/workflow-and-history.md, Shipped workflows). The default choice: a guard `{}` would show them to everybody who
 * may view the object.
 */
export const defaultHistoryGuard: Guard = { permissions: [permission.requestReview, permission.review] }
