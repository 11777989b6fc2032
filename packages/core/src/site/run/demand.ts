import { unauthorized } from './refusals.js'
import { may, type Visit } from './visit.js'

/** Throws a DomainError `unauthorized` unless the caller has a permission on the object. */
export function demand(visit: Visit, permission: string): void {
  if (!may(visit, permission)) throw unauthorized(visit.lineage, visit.environment)
}
