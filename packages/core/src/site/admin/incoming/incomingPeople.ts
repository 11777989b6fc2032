import { type JsonValue, sameJson } from '../../../foundation/json.js'
import { type Group, isStockGroup, withStockGroups } from '../../../people/groups.js'
import type { User } from '../../../people/userDirectory.js'
import { authenticatedUsers } from '../../../security/caller.js'
import { isLoginOfOther } from '../../people/emailLogins.js'
import type { Environment } from '../../run/environment.js'
import { findingAt, type IncomingFinding } from './incomingFinding.js'
import type { IncomingSite } from './incomingSite.js'

/** New users, and new or changed groups. */
export interface PeopleToWrite {
  readonly newUsers: readonly User[]
  readonly groups: readonly Group[]
  readonly findings: readonly IncomingFinding[]
}

/** Existing users stay unchanged; groups are replaced, except stock groups. */
export async function peopleToWrite(
  { users, store }: Pick<Environment, 'store' | 'users'>,
  { users: coming, groups }: Pick<IncomingSite, 'users' | 'groups'>,
): Promise<PeopleToWrite> {
  const newUsers: User[] = []
  const findings: IncomingFinding[] = []
  for (const user of coming) {
    const known = await users.user(user.id)
    if (!known) {
      newUsers.push(user)
      if (await isLoginOfOther({ store, users }, user.email, user.id)) findings.push(sharedEmail(user.id))
    } else if (!sameUser(known, user)) findings.push(noteOf(user.id))
  }
  const stored = new Map(withStockGroups(await users.groups()).map(group => [group.id, group]))
  const isOther = (group: Group): boolean =>
    !isStockGroup(group.id) && !sameJson(stored.get(group.id) as unknown as JsonValue, group as unknown as JsonValue)
  return { newUsers, groups: groups.filter(isOther), findings }
}

const sharedEmail = (id: string): IncomingFinding =>
  findingAt({ uid: null, path: null }, { kind: 'user-email', weight: 'problem', key: null, detail: id })

const noteOf = (id: string): IncomingFinding =>
  findingAt({ uid: null, path: null }, { kind: 'user-kept', weight: 'note', key: null, detail: id })

/**
 * Ignores creation time and password hash: the source does not give the former, and the latter may have been rehashed.
 */
function sameUser(a: User, b: User): boolean {
  const told = ({ created: _, passwordHash: __, reset: ___, portrait: ____, ...user }: User) =>
    user as unknown as JsonValue
  return sameJson(told(a), told(b))
}

/** The kind of each id, among existing and imported users and groups. */
export async function principalsAmong(
  ids: ReadonlySet<string>,
  { users }: Pick<Environment, 'users'>,
  coming: Pick<IncomingSite, 'users' | 'groups'>,
): Promise<ReadonlyMap<string, 'user' | 'group'>> {
  const groups = withStockGroups([...(await users.groups()), ...coming.groups])
  const named = new Map<string, 'user' | 'group'>([[authenticatedUsers, 'group']])
  for (const { id } of groups) named.set(id, 'group')
  for (const { id } of coming.users) named.set(id, 'user')
  for (const id of ids) if (id !== '' && (await users.user(id))) named.set(id, 'user')
  return named
}
