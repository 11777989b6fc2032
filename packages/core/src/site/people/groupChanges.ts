import { DomainError } from '../../foundation/domainError.js'
import type { JsonObject } from '../../foundation/json.js'
import { type Message, message } from '../../foundation/messages.js'
import { type GroupEdit, isGroupId, maxGroups, readGroupEdit } from '../../people/groupEdit.js'
import { type Group, isStockGroup, withStockGroups } from '../../people/groups.js'
import { groupsAbove, groupsDirectlyIn, withGroups } from '../../people/groupsAbove.js'
import { makesManagers, managersBy } from '../../people/managers.js'
import type { KnownPeople, PeopleChange, User } from '../../people/userDirectory.js'
import { authenticatedUsers } from '../../security/caller.js'
import { assignableRoles } from '../../security/stockPermissions.js'
import type { Visit } from '../run/visit.js'
import { demandToManage, missing } from './peopleAccess.js'

/** A change of a group, with the ids of the affected users. */
interface GroupChange {
  readonly memberIds: readonly string[]
  readonly decide: (known: KnownPeople) => PeopleChange
}

const bad = (wording: Message): DomainError => new DomainError('bad-request', wording)

/** Creates a group. Throws the problems of the input, immediately or from `decide`. */
export function addedGroup(visit: Visit, sent: JsonObject): GroupChange & { readonly id: string } {
  const id = typeof sent.groupname === 'string' ? sent.groupname : ''
  if (!isGroupId(id)) throw bad(message('group.name', { name: id.slice(0, 100) }))
  const edit = readEdit(sent)
  const decide = (known: KnownPeople): PeopleChange => {
    if (isStockGroup(id) || known.groups.some(group => group.id === id)) throw bad(message('group.taken', { name: id }))
    if (known.groups.length >= maxGroups) throw bad(message('group.too-many', { limit: maxGroups }))
    const group = edited({ id, title: id, description: '', email: '', roles: [] }, edit)
    return groupChange(visit, { known, group, members: edit.members })
  }
  return { id, memberIds: [...edit.members.keys()], decide }
}

/** Edits an existing group. Throws like {@link addedGroup}. */
export function editedGroup(visit: Visit, id: string, sent: JsonObject): GroupChange {
  const edit = readEdit(sent)
  if (id === authenticatedUsers) throw bad(message('group.everybody', { id }))
  const decide = (known: KnownPeople): PeopleChange => {
    const before = knownGroup(visit, known, id)
    return groupChange(visit, { known, before, group: edited(before, edit), members: edit.members })
  }
  return { memberIds: [...edit.members.keys()], decide }
}

const edited = (before: Group, { group }: GroupEdit): Group =>
  withGroups({ ...before, ...group }, group.groups ?? before.groups ?? [])

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
  const all = withStockGroups(known.groups)
  const next = withStockGroups([...known.groups.filter(({ id }) => id !== group.id), group])
  const wereManagers = before !== undefined && makesManagers(before, all)
  demandToManage(visit, wereManagers || makesManagers(group, next))
  refuseContainers(group, { before, next })
  return {
    groups: [group],
    users: [...members].map(([id, belongs]) => withMembership(known, id, { group, belongs })),
    ...(wereManagers ? { remaining: managersBy(next) } : {}),
  }
}

/** New parent groups must exist, and must not create a cycle. */
function refuseContainers(
  { id, groups = [] }: Group,
  { before, next }: { readonly before: Group | undefined; readonly next: readonly Group[] },
): void {
  for (const other of groups.filter(one => !before?.groups?.includes(one))) {
    if (other === authenticatedUsers) throw bad(message('group.everybody', { id: other }))
    if (next.every(one => one.id !== other)) throw bad(message('group.missing', { id: other.slice(0, 100) }))
    if (groupsAbove([other], next).has(id)) throw bad(message('group.cycle', { id, other }))
  }
}

function withMembership(
  { users }: KnownPeople,
  id: string,
  { group, belongs }: { readonly group: Group; readonly belongs: boolean },
): User {
  const user = users.get(id)
  if (!user) throw bad(message('group.no-user', { id: id.slice(0, 100) }))
  const others = without(user.groups, group.id)
  return { ...user, groups: belongs ? [...others, group.id] : others }
}

const without = (ids: readonly string[], id: string): readonly string[] => ids.filter(other => other !== id)

/** Deletes a group; its members stay. */
export function removedGroup(visit: Visit, id: string, known: KnownPeople): PeopleChange {
  const isOfManagers = makesManagers(knownGroup(visit, known, id), withStockGroups(known.groups))
  demandToManage(visit, isOfManagers)
  const left = groupsDirectlyIn(id, known.groups).map(one => withGroups(one, without(one.groups ?? [], id)))
  const stay = known.groups.filter(group => group.id !== id && left.every(one => one.id !== group.id))
  const remaining = isOfManagers ? { remaining: managersBy(withStockGroups([...stay, ...left])) } : {}
  return { groups: left, removedGroups: [id], ...remaining }
}
