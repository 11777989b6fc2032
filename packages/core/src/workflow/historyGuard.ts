import { permission } from '../security/permissions.js'
import type { Guard } from './definition.js'

/**
 * Shows the records of a workflow, including actors and comments, only to users who may request or perform reviews
 * (docs/workflow-and-history.md, Shipped workflows). This guard is the default, because a guard `{}` would show the
 * records to everybody who may view the object.
 */
export const defaultHistoryGuard: Guard = { permissions: [permission.requestReview, permission.review] }
