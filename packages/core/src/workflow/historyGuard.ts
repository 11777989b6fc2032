import { permission } from '../security/permissions.js'
import type { Guard } from './definition.js'

/**
 * The history guard that workflows have by default. It restricts the records, which include actors and comments, to
 * users who can request or perform reviews (docs/workflow-and-history.md, Shipped workflows). The default is not `{}`,
 * because that guard would show the records to everybody who can view the object.
 */
export const defaultHistoryGuard: Guard = { permissions: [permission.requestReview, permission.review] }
