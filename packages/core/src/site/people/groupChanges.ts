import { DomainError } from '../../foundation/domainError.js'
import type { JsonObject } from '../../foundation/json.js'
import { type Message, message } from '../../foundation/messages.js'
import { type GroupEdit, isGroupId, maxGroups, readGroupEdit } from '../../people/groupEdit.js'
import { type Group, isStockGroup, withStockGroups } from '../../people/groups.js'
import { makesManagers, managersBy } from '../../people/managers.js'
import type { KnownPeople, PeopleChange, User } from '../../people/userDirectory.js'
import { authenticatedUsers } from '../../security/caller.js'
import { assignableRoles } from '../../security/stockPermissions.js'
import type { Visit } from '../run/visit.js'
import { demandToManage, missing } from './peopleAccess.js'

/** A change of a group, with the users that it is about. */
interface GroupChange {
  readonly memberIds: readonly string[]
  readonly decide: (known: KnownPeople) => PeopleChange
}

const bad = (wording: Message): DomainError => new DomainError('bad-request', wording)

/** A new group. Throws what is wrong with what was sent, now or when it is decided. */
export function addedGroup(visit: Visit, sent: JsonObject): GroupChange & { readonly id: string } {
  const id = typeof sent.groupname === 'string' ? sent.groupname : ''
  if (!isGroupId(id)) throw bad(message('group.name', { name: id.slice(0, 100) }))
  const edit = readEdit(sent)
  const decide = (known: KnownPeople): PeopleChange => {
    if (isStockGroup(id) || known.groups.some(group => group.id === id)) throw bad(message('group.taken', { name: id }))
    if (known.groups.length >= maxGroups) throw bad(message('group.too-many', { limit: maxGroups }))
    const group = { id, title: id, description: '', email: '', roles: [], ...edit.group }
    return groupChange(visit, { known, group, members: edit.members })
  }
  return { id, memberIds: [...edit.members.keys()], decide }
}

/** A group that is there, as it was sent. */
export function editedGroup(visit: Visit, id: string, sent: JsonObject): GroupChange {
  const edit = readEdit(sent)
  if (id === authenticatedUsers) throw bad(message('group.everybody', { id }))
  const decide = (known: KnownPeople): PeopleChange => {
    const before = knownGroup(visit, known, id)
    return groupChange(visit, { known, before, group: { ...before, ...edit.group }, members: edit.members })
  }
  return { memberIds: [...edit.members.keys()], decide }
}

function readEdit(sent: JsonObject): GroupEdit {
  const read = readGroupEdit(sent, assignableRoles)
  if (read.ok) return read.edit
  throw bad(read.reason)
}

function knownGroup(visit: Visit, known: KnownPeople, id: string): Group {
  const group = withStockGroups(known.groups).find(group => group.id === id)
  if (!group) throw missing(visit, message('group.missing', { id: id.slice(0, 100) }))
  return group
}

interface Wanted {
  readonly known: KnownPeople
  readonly before?: Group
  readonly group: Group
  readonly members: GroupEdit['members']
}

function groupChange(visit: Visit, { known, before, group, members }: Wanted): PeopleChange {
  const wereManagers = before !== undefined && makesManagers(before)
  demandToManage(visit, wereManagers || makesManagers(group))
  const others = known.groups.filter(({ id }) => id !== group.id)
  return {
    groups: [group],
    users: [...members].map(([id, belongs]) => withMembership(known, id, { group, belongs })),
    ...(wereManagers ? { remaining: managersBy(withStockGroups([...others, group])) } : {}),
  }
}

function withMembership(
  { users }: KnownPeople,
  id: string,
  { group, belongs }: { readonly group: Group; readonly belongs: boolean },
): User {
  const user = users.get(id)
  if (!user) throw bad(message('group.no-user', { id: id.slice(0, 100) }))
  const others = user.groups.filter(other => other !== group.id)
  return { ...user, groups: belongs ? [...others, group.id] : others }
}

/** What goes with a group. */
export function removedGroup(visit: Visit, id: string, known: KnownPeople): PeopleChange {
  const isOfManagers = makesManagers(knownGroup(visit, known, id))
  demandToManage(visit, isOfManagers)
  const others = withStockGroups(known.groups.filter(group => group.id !== id))
  return { removedGroups: [id], ...(isOfManagers ? { remaining: managersBy(others) } : {}) }
}
