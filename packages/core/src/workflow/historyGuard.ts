import { permission } from '../security/stockPermissions.js'
import type { Guard } from './definition.js'

/**
 * Shows the records of a workflow, with the names and comments of its actors, only to those who request or do reviews
 * (docs/workflow-and-history.md, Shipped workflows). Use it where a definition gives no reason for another guard: `{}`
 * shows them to everybody who may view the object.
 */
export const defaultHistoryGuard: Guard = { permissions: [permission.requestReview, permission.review] }
