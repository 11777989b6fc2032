import type { JsonObject, OutgoingSite } from '@plenum/core'
import type { Group, User } from '@plenum/core/ports'
import type { NoteOf } from './exportNote.js'

/** The user name of Plone's administrator, who is not a member of any site. */
const administrator = 'admin'

export interface PeopleToExport {
  readonly site: OutgoingSite
  /** Creates a hash in Plone's format that matches no password. Each call returns a different hash. */
  readonly unusableHash: () => string
  readonly note: NoteOf
}

export async function exportedPeople({ site, unusableHash, note }: PeopleToExport): Promise<JsonObject> {
  const groups = await site.groups()
  const members: JsonObject[] = []
  const inGroup = new Map<string, string[]>(groups.map(({ id }) => [id, []]))
  const count = (ids: readonly string[], id: string): void => {
    for (const group of ids) inGroup.get(group)?.push(id)
  }
  for await (const user of site.users()) {
    if (user.id === administrator) {
      note('not-exported', `the user ${administrator}: Plone has its own user with that name`)
      continue
    }
    members.push(memberOf(user, { unusableHash, note }))
    count(user.groups, user.id)
  }
  for (const group of groups) count(group.groups ?? [], group.id)
  return { groups: groups.map(group => groupOf(group, inGroup.get(group.id) ?? [])), members }
}

function memberOf(user: User, { unusableHash, note }: Omit<PeopleToExport, 'site'>): JsonObject {
  const { id, passwordHash, email, roles, groups, fullname, description, home_page, location } = user
  const isOfPlone = passwordHash.startsWith('{')
  if (!isOfPlone) note('password', id)
  if (email === '') note('no-email', id)
  return {
    username: id,
    login_name: id,
    password: isOfPlone ? passwordHash : unusableHash(),
    roles,
    groups,
    fullname: fullname ?? '',
    email,
    description: description ?? '',
    home_page: home_page ?? '',
    location: location ?? '',
  }
}

/** Returns the exported form of a group. `members` contains the ids of the users and groups in this group. */
const groupOf = ({ id, groups = [], ...group }: Group, members: readonly string[]): JsonObject => ({
  groupid: id,
  title: group.title,
  description: group.description,
  email: group.email,
  roles: group.roles,
  groups,
  principals: members.toSorted(),
})
