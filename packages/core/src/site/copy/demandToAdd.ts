import type { Lineage } from '../../content/node/lineage.js'
import { DomainError } from '../../foundation/domainError.js'
import { message } from '../../foundation/messages.js'
import { permission } from '../../security/stockPermissions.js'
import { unauthorized } from '../run/refusals.js'
import { mayAt, type Visit } from '../run/visit.js'

/**
 * Throws a DomainError unless the caller may add to the object: `unauthorized` for visitors, `denied` for members
 * (docs/content-and-access.md, Copy and move, rule 2).
 */
export const demandToAdd = (visit: Visit): void => demandHere(visit, permission.add, visit.lineage)

/** The same for any permission, on the last object of a lineage. */
export function demandHere(visit: Visit, name: string, lineage: Lineage): void {
  if (mayAt(visit, name, lineage)) return
  if (visit.caller.kind === 'anonymous') throw unauthorized(visit.lineage, visit.environment)
  throw new DomainError('denied', message('access.denied'))
}
