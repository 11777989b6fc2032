import { type JsonValue, sameJson } from '../../../foundation/json.js'
import { isStockGroup, withStockGroups } from '../../../people/groups.js'
import type { Group, User } from '../../../people/userDirectory.js'
import { authenticatedUsers } from '../../../security/caller.js'
import { isLoginOfOther } from '../../people/emailLogins.js'
import type { Environment } from '../../run/environment.js'
import { type FindingWeight, findingAt, type IncomingFinding, type IncomingSite } from './incomingSite.js'

export interface PeopleToWrite {
  readonly newUsers: readonly User[]
  readonly groups: readonly Group[]
  readonly formerGroups: readonly Group[]
  readonly findings: readonly IncomingFinding[]
}

/**
 * Returns the users and groups to write. Existing groups are replaced, except stock groups. Existing users remain
 * unchanged.
 */
export async function peopleToWrite(
  { users, store }: Pick<Environment, 'store' | 'users'>,
  { users: incoming, groups }: Pick<IncomingSite, 'users' | 'groups'>,
): Promise<PeopleToWrite> {
  const newUsers: User[] = []
  const findings: IncomingFinding[] = []
  for (const user of incoming) {
    const existing = await users.user(user.id)
    if (!existing) {
      newUsers.push(user)
      if (await isLoginOfOther({ store, users }, user.email, user.id))
        findings.push(findingOf(user.id, 'user-email', 'problem'))
    } else if (!sameUser(existing, user)) findings.push(findingOf(user.id, 'user-kept', 'note'))
  }
  const formerGroups = await users.groups()
  const stored = new Map(withStockGroups(formerGroups).map(group => [group.id, group]))
  const isChanged = (group: Group): boolean =>
    !isStockGroup(group.id) && !sameJson(stored.get(group.id) as unknown as JsonValue, group as unknown as JsonValue)
  return { newUsers, groups: groups.filter(isChanged), formerGroups, findings }
}

const findingOf = (user: string, kind: 'user-email' | 'user-kept', weight: FindingWeight): IncomingFinding =>
  findingAt({ uid: null, path: null }, { kind, weight, key: null, detail: user })

/**
 * Whether two users are equal, apart from the creation time (which exports do not contain), the password hash (which
 * may have been renewed), the reset token and the portrait.
 */
function sameUser(a: User, b: User): boolean {
  const comparable = ({ created: _, passwordHash: __, reset: ___, portrait: ____, ...user }: User) =>
    user as unknown as JsonValue
  return sameJson(comparable(a), comparable(b))
}

export async function principalsAmong(
  ids: ReadonlySet<string>,
  { users }: Pick<Environment, 'users'>,
  incoming: Pick<IncomingSite, 'users' | 'groups'>,
): Promise<ReadonlyMap<string, 'user' | 'group'>> {
  const groups = withStockGroups([...(await users.groups()), ...incoming.groups])
  const kinds = new Map<string, 'user' | 'group'>([[authenticatedUsers, 'group']])
  for (const { id } of groups) kinds.set(id, 'group')
  for (const { id } of incoming.users) kinds.set(id, 'user')
  for (const id of ids) if (id !== '' && (await users.user(id))) kinds.set(id, 'user')
  return kinds
}
