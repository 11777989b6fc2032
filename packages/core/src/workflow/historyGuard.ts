import { permission } from '../security/permissions.js'
import type { Guard } from './definition.js'

/**
 * Restricts the records of a workflow, including actors and comments, to users who can request or perform reviews
 * (docs/workflow-and-history.md, Shipped workflows). This guard is the default, because the guard `{}` would show the
 * records to everybody who can view the object.
 */
export const defaultHistoryGuard: Guard = { permissions: [permission.requestReview, permission.review] }
