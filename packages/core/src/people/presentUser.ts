import type { GroupPayload, GroupSummary, UserPayload } from '../answers/people.js'
import { authenticatedUsers } from '../security/caller.js'
import { groupsAbove } from './groups.js'
import type { Group, User } from './userDirectory.js'

/**
 * Returns the site-wide roles of a user, including roles from groups. `groups` must include the result of `groupsOf`.
 */
export function rolesOfUser(user: User, groups: readonly Group[]): readonly string[] {
  const above = groupsAbove(user.groups, groups)
  const ofGroups = groups.filter(({ id }) => above.has(id)).flatMap(({ roles }) => roles)
  return [...new Set([...user.roles, ...ofGroups])]
}

/** Returns the payload of a user, without the password hash (docs/content-and-access.md, Users). */
export function presentUser(
  user: User,
  { base, groups }: { readonly base: string; readonly groups: readonly Group[] },
): UserPayload {
  const url = `${base}/@users/${encodeURIComponent(user.id)}`
  const above = groupsAbove(user.groups, groups)
  const memberships = groups.filter(({ id }) => above.has(id) || id === authenticatedUsers)
  return {
    '@id': url,
    id: user.id,
    username: user.id,
    fullname: user.fullname,
    email: user.email,
    description: user.description,
    home_page: user.home_page,
    location: user.location,
    portrait: user.portrait === undefined ? null : `${base}/@portrait/${encodeURIComponent(user.id)}`,
    roles: rolesOfUser(user, groups).toSorted(),
    groups: {
      '@id': url,
      items: memberships.map(({ id, title }) => ({ id, title: id === authenticatedUsers ? id : title || id })),
      items_total: memberships.length,
    },
  }
}

export function presentGroup(
  group: Group,
  { base, members }: { readonly base: string; readonly members: readonly string[] },
): GroupPayload {
  const url = urlOfGroup(group, base)
  return {
    ...presentGroupSummary(group, base),
    members: { '@id': url, items: members, items_total: members.length },
  }
}

export function presentGroupSummary(group: Group, base: string): GroupSummary {
  const { id, title, description, email, roles, groups = [] } = group
  return {
    '@id': urlOfGroup(group, base),
    id,
    groupname: id,
    title: title || id,
    description,
    email,
    roles: [...roles, 'Authenticated'],
    groups,
  }
}

const urlOfGroup = ({ id }: Group, base: string): string => `${base}/@groups/${encodeURIComponent(id)}`
