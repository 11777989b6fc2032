import { type JsonObject, sameJson } from '../../foundation/json.js'
import { badRequest, DomainError, message } from '../../foundation/messages.js'
import { type GroupEdit, isGroupId, maxGroups, readGroupEdit } from '../../people/groupEdit.js'
import { groupsAbove, groupsDirectlyIn, isStockGroup, withGroups, withStockGroups } from '../../people/groups.js'
import { makesManagers, managersBy } from '../../people/managers.js'
import type { Group, PeopleChange, PeopleSnapshot, User } from '../../people/userDirectory.js'
import { authenticatedUsers } from '../../security/caller.js'
import { assignableRoles } from '../../security/permissions.js'
import type { RequestContext } from '../run/requestContext.js'
import { missing, requireManagerRights } from './peopleAccess.js'

interface GroupChange {
  readonly memberIds: readonly string[]
  readonly decide: (people: PeopleSnapshot) => PeopleChange
}

/**
 * Returns the change that adds a group. If the body is invalid, either this function or the `decide` function of the
 * result throws.
 */
export function addedGroup(context: RequestContext, body: JsonObject): GroupChange & { readonly id: string } {
  const id = typeof body.groupname === 'string' ? body.groupname : ''
  if (!isGroupId(id)) throw badRequest('group.name', { name: id.slice(0, 100) })
  const edit = readEdit(body)
  const decide = (people: PeopleSnapshot): PeopleChange => {
    if (isStockGroup(id) || people.groups.some(group => group.id === id)) throw badRequest('group.taken', { name: id })
    if (people.groups.length >= maxGroups) throw badRequest('group.too-many', { limit: maxGroups })
    const { groups: memberGroups = [], ...properties } = edit.group
    const group = { id, title: id, description: '', email: '', roles: [], ...properties }
    const { groups = [], ...change } = groupChange(context, { people, group, members: edit.members })
    const members = memberGroups.map(member => withContainer(context, people, { id: member, container: id }))
    return { ...change, groups: [...groups, ...members] }
  }
  return { id, memberIds: [...edit.members.keys()], decide }
}

function withContainer(
  context: RequestContext,
  people: PeopleSnapshot,
  { id, container }: { readonly id: string; readonly container: string },
): Group {
  if (id === authenticatedUsers) throw badRequest('group.everybody', { id })
  const groups = withStockGroups(people.groups)
  const group = groups.find(candidate => candidate.id === id)
  if (!group) throw badRequest('group.missing', { id: id.slice(0, 100) })
  requireManagerRights(context, makesManagers(group, groups))
  return withGroups(group, [...(group.groups ?? []), container])
}

/** Returns the change that edits a group. Throws the same errors as {@link addedGroup}. */
export function editedGroup(context: RequestContext, id: string, body: JsonObject): GroupChange {
  const edit = readEdit(body)
  const decide = (people: PeopleSnapshot): PeopleChange => {
    const before = requireGroup(context, people, id)
    if (id === authenticatedUsers) return unchangedGroup(before, edit)
    return groupChange(context, { people, before, group: withGroupEdit(before, edit), members: edit.members })
  }
  return { memberIds: [...edit.members.keys()], decide }
}

/**
 * Returns an empty change for the group of all logged-in users. Throws a DomainError `bad-request` if the edit would
 * change this group. An edit without changes is accepted, because clients submit all groups.
 */
function unchangedGroup(group: Group, edit: GroupEdit): PeopleChange {
  const isSame = edit.members.size === 0 && sameJson(presented(group), presented(withGroupEdit(group, edit)))
  if (!isSame) throw badRequest('group.everybody', { id: group.id })
  return {}
}

const presented = ({ title, description, email, roles, groups = [] }: Group): JsonObject => ({
  title,
  description,
  email,
  roles,
  groups,
})

const withGroupEdit = (before: Group, { group }: GroupEdit): Group =>
  withGroups({ ...before, ...group }, group.groups ?? before.groups ?? [])

function readEdit(body: JsonObject): GroupEdit {
  const result = readGroupEdit(body, assignableRoles)
  if (result.ok) return result.edit
  throw new DomainError('bad-request', result.reason)
}

function requireGroup(context: RequestContext, people: PeopleSnapshot, id: string): Group {
  const group = withStockGroups(people.groups).find(group => group.id === id)
  if (!group) throw missing(context, message('group.missing', { id: id.slice(0, 100) }))
  return group
}

interface GroupUpdate {
  readonly people: PeopleSnapshot
  readonly before?: Group
  readonly group: Group
  readonly members: GroupEdit['members']
}

function groupChange(context: RequestContext, { people, before, group, members }: GroupUpdate): PeopleChange {
  const currentGroups = withStockGroups(people.groups)
  const next = withStockGroups([...people.groups.filter(({ id }) => id !== group.id), group])
  const wereManagers = before !== undefined && makesManagers(before, currentGroups)
  requireManagerRights(context, wereManagers || makesManagers(group, next))
  refuseContainers(group, { before, next })
  return {
    groups: [group],
    users: [...members].map(([id, belongs]) => withMembership(people, id, { group, belongs })),
    ...(wereManagers ? { remaining: managersBy(next) } : {}),
  }
}

/** Throws if a parent group does not exist or if the groups would form a cycle. */
function refuseContainers(
  { id, groups = [] }: Group,
  { before, next }: { readonly before: Group | undefined; readonly next: readonly Group[] },
): void {
  for (const parent of groups.filter(candidate => !before?.groups?.includes(candidate))) {
    if (parent === authenticatedUsers) throw badRequest('group.everybody', { id: parent })
    if (next.every(candidate => candidate.id !== parent))
      throw badRequest('group.missing', { id: parent.slice(0, 100) })
    if (groupsAbove([parent], next).has(id)) throw badRequest('group.cycle', { id, other: parent })
  }
}

function withMembership(
  { users }: PeopleSnapshot,
  id: string,
  { group, belongs }: { readonly group: Group; readonly belongs: boolean },
): User {
  const user = users.get(id)
  if (!user) throw badRequest('group.no-user', { id: id.slice(0, 100) })
  const otherGroups = without(user.groups, group.id)
  return { ...user, groups: belongs ? [...otherGroups, group.id] : otherGroups }
}

const without = (ids: readonly string[], id: string): readonly string[] => ids.filter(candidate => candidate !== id)

/** Returns the change that removes a group but not its members. */
export function removedGroup(context: RequestContext, id: string, people: PeopleSnapshot): PeopleChange {
  const isOfManagers = makesManagers(requireGroup(context, people, id), withStockGroups(people.groups))
  requireManagerRights(context, isOfManagers)
  const children = groupsDirectlyIn(id, people.groups).map(child => withGroups(child, without(child.groups ?? [], id)))
  const retained = people.groups.filter(group => group.id !== id && children.every(child => child.id !== group.id))
  const remaining = isOfManagers ? { remaining: managersBy(withStockGroups([...retained, ...children])) } : {}
  return { groups: children, removedGroups: [id], ...remaining }
}
