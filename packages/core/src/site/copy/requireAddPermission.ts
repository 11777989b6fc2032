import type { Lineage } from '../../content/node/lineage.js'
import { DomainError } from '../../foundation/domainError.js'
import { message } from '../../foundation/messages.js'
import { permission } from '../../security/stockPermissions.js'
import { unauthorized } from '../run/refusals.js'
import { hasPermissionAt, type RequestContext } from '../run/requestContext.js'

/**
 * Throws a DomainError unless the caller may add to the object: `unauthorized` for visitors, `denied` for members
 * (docs/content-and-access.md, Copy and move, rule 2).
 */
export const requireAddPermission = (context: RequestContext): void =>
  requirePermissionAt(context, permission.add, context.lineage)

/** The same for any permission, on the last object of a lineage. */
export function requirePermissionAt(context: RequestContext, name: string, lineage: Lineage): void {
  if (hasPermissionAt(context, name, lineage)) return
  if (context.caller.kind === 'anonymous') throw unauthorized(context.lineage, context.environment)
  throw new DomainError('denied', message('access.denied'))
}
