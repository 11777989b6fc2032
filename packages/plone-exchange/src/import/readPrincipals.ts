import type { IncomingFinding, Instant, JsonObject, JsonValue } from '@plenum/core'
import type { Group, User } from '@plenum/core/ports'
import { listIn, note, objectIn, problem, textIn, textsIn } from './readingJson.js'

/** The group in Plone that contains all logged-in users. */
const everybody = 'AuthenticatedUsers'

export function readPrincipals(value: JsonValue | undefined, now: Instant) {
  const file = objectIn(value)
  const groups = listIn(file.groups).map(objectIn)
  const members = listIn(file.members).map(objectIn)
  const listing = listingOf(groups)
  const users = members.map(member => userIn(member, listing, now))
  const inGroups = groups.filter(({ groupid }) => groupid !== everybody).map(group => groupFrom(group, listing))
  return {
    users,
    groups: inGroups,
    findings: [
      ...members.flatMap(member => findingsOf(member)),
      ...inGroups
        .filter(({ id }) => !isName(id))
        .map(({ id }) => problem(`has a group with an invalid name: ${quoted(id)}`, { key: 'principals.json' })),
      ...cyclesIn(inGroups),
      ...duplicatesIn(
        'members',
        users.map(({ id }) => id),
      ),
      ...duplicatesIn(
        'groups',
        groups.map(({ groupid }) => textIn(groupid)),
      ),
    ],
  }
}

const isName = (id: string): boolean => /^[^\p{C}\s/][^\p{C}/]{0,254}$/u.test(id)
const quoted = (id: string): string => JSON.stringify(id.slice(0, 100))

/**
 * Returns the roles of a user or group, without `Owner`, `Authenticated` and `Anonymous`, which cannot be granted
 * globally.
 */
const globalRoles = (roles: JsonValue | undefined): readonly string[] =>
  textsIn(roles).filter(role => !['Owner', 'Authenticated', 'Anonymous'].includes(role))

const textOrNull = (value: JsonValue | undefined): string | null => textIn(value) || null

type Listing = ReadonlyMap<string, readonly string[]>

function listingOf(groups: readonly JsonObject[]): Listing {
  const listing = new Map<string, string[]>()
  for (const { groupid, principals } of groups)
    for (const id of textsIn(principals)) {
      const own = listing.get(id)
      if (own) own.push(textIn(groupid))
      else listing.set(id, [textIn(groupid)])
    }
  return listing
}

const groupsOf = (id: string, own: JsonValue | undefined, listing: Listing): readonly string[] =>
  [...new Set([...textsIn(own), ...(listing.get(id) ?? [])])].filter(group => group !== everybody)

function userIn(member: JsonObject, listing: Listing, created: Instant): User {
  const id = textIn(member.username)
  return {
    id,
    fullname: textOrNull(member.fullname),
    email: textIn(member.email),
    description: textOrNull(member.description),
    home_page: textOrNull(member.home_page),
    location: textOrNull(member.location),
    roles: globalRoles(member.roles),
    groups: groupsOf(id, member.groups, listing),
    passwordHash: textIn(member.password),
    created,
  }
}

function groupFrom(group: JsonObject, listing: Listing): Group {
  const id = textIn(group.groupid)
  const above = groupsOf(id, group.groups, listing)
  return {
    id,
    title: textIn(group.title),
    description: textIn(group.description),
    email: textIn(group.email),
    roles: globalRoles(group.roles),
    ...(above.length > 0 ? { groups: above } : {}),
  }
}
function findingsOf({ username, login_name: login, password }: JsonObject): readonly IncomingFinding[] {
  const id = textIn(username)
  const at = (key: string) => ({ key: `principals.json members.${id}.${key}` })
  if (!isName(id)) return [problem(`has a member with an invalid name: ${quoted(id)}`, { key: 'principals.json' })]
  return [
    ...(textIn(login) === '' || login === id
      ? []
      : [note(`will log in with the id, not as ${textIn(login)}`, at('login_name'))]),
    ...(/^\{SSHA\}/.test(textIn(password))
      ? []
      : [note('has a password in an unknown scheme; a new one must be set', at('password'))]),
  ]
}

function duplicatesIn(kind: string, ids: readonly string[]): readonly IncomingFinding[] {
  const visited = new Set<string>()
  return ids.flatMap(id => {
    if (visited.has(id)) return [problem(`has ${id} twice`, { key: `principals.json ${kind}` })]
    visited.add(id)
    return []
  })
}

/**
 * Reports the groups that contain each other, directly or through other groups. These groups are the ones that remain
 * after leaves have been removed in both directions.
 */
function cyclesIn(groups: readonly Group[]): readonly IncomingFinding[] {
  const above = new Map(groups.map(({ id, groups: own = [] }) => [id, own]))
  const cyclic = withoutLeaves(withoutLeaves(above))
  return [...cyclic.keys()].map(id => problem('is a member of itself', { key: `principals.json groups.${id}` }))
}

type Above = ReadonlyMap<string, readonly string[]>

/**
 * Repeatedly removes groups that have no remaining parents. Returns the members of each remaining group. Each remaining
 * group is part of a cycle, or is below a cycle.
 */
function withoutLeaves(above: Above): Above {
  const members = new Map<string, string[]>([...above.keys()].map(id => [id, []]))
  for (const [id, own] of above) for (const group of own) members.get(group)?.push(id)
  const open = new Map([...above].map(([id, own]) => [id, own.filter(group => above.has(group)).length]))
  const leaves = [...open].flatMap(([id, count]) => (count === 0 ? [id] : []))
  for (let id = leaves.pop(); id !== undefined; id = leaves.pop()) {
    open.delete(id)
    for (const member of members.get(id) ?? []) {
      const count = (open.get(member) ?? 1) - 1
      open.set(member, count)
      if (count === 0) leaves.push(member)
    }
  }
  return new Map([...open.keys()].map(id => [id, (members.get(id) ?? []).filter(member => open.has(member))]))
}
