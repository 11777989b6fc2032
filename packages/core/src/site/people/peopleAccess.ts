import { DomainError } from '../../foundation/domainError.js'
import { type Message, message } from '../../foundation/messages.js'
import type { KnownPeople, PeopleChange, User, UserDirectory } from '../../people/userDirectory.js'
import { permission } from '../../security/stockPermissions.js'
import { nearestPublic, unauthorized } from '../run/refusals.js'
import { may, type Visit } from '../run/visit.js'

export const isSelf = ({ caller }: Visit, id: string): boolean => caller.kind === 'member' && caller.id === id

/** The error for a missing permission: `unauthorized` for anonymous callers, `forbidden` for members. */
export function refuse({ caller, lineage, environment }: Visit, wording: Message): DomainError {
  return caller.kind === 'anonymous' ? unauthorized(lineage, environment) : new DomainError('forbidden', wording)
}

/** Only Managers may change Managers (docs/content-and-access.md, Users, rule 6). */
export function demandToManage(visit: Visit, isAboutManagers: boolean): void {
  if (isAboutManagers && !may(visit, permission.manageSite)) throw new DomainError('forbidden', message('user.manager'))
}

/** The user to change. Throws `not-found` if there is none. */
export function knownUser(visit: Visit, { users }: KnownPeople, id: string): User {
  const user = users.get(id)
  if (!user) throw missing(visit, message('user.missing', { id: id.slice(0, 100) }))
  return user
}

/** Names the missing user or group; only for callers who may know. */
export function missing({ lineage, environment }: Visit, wording: Message): DomainError {
  return new DomainError('not-found', wording, { context: nearestPublic(lineage, environment) })
}

/**
 * Changes users and groups. Throws `forbidden` if no Manager would remain (docs/content-and-access.md, Users, rule 6).
 */
export async function changePeople(
  users: Pick<UserDirectory, 'change'>,
  ids: readonly string[],
  decide: (known: KnownPeople) => PeopleChange,
): Promise<null> {
  if (await users.change(ids, decide)) return null
  throw new DomainError('forbidden', message('user.last-manager'))
}
