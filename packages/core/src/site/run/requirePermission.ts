import { unauthorized } from './refusals.js'
import { hasPermission, type RequestContext } from './requestContext.js'

/** Throws a DomainError `unauthorized` unless the caller has a permission on the object. */
export function requirePermission(context: RequestContext, permission: string): void {
  if (!hasPermission(context, permission)) throw unauthorized(context.lineage, context.environment)
}
