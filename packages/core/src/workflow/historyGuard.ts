import { permission } from '../security/permissions.js'
import type { Guard } from './definition.js'

/**
 * Restricts the records of a workflow, which include actors and comments, to users who can request or perform reviews
 * (docs/workflow-and-history.md, Shipped workflows). The default is not `{}`, because everybody who can view the object
 * could then view its records.
 */
export const defaultHistoryGuard: Guard = { permissions: [permission.requestReview, permission.review] }
