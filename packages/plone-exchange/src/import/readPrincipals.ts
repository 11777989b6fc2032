import type { IncomingFinding, Instant, JsonObject, JsonValue } from '@plenum/core'
import type { Group, User } from '@plenum/core/ports'
import { note, problem } from './finding.js'
import { listIn, objectIn, textIn, textsIn } from './readingJson.js'

export interface PrincipalsRead {
  readonly users: readonly User[]
  readonly groups: readonly Group[]
  readonly findings: readonly IncomingFinding[]
}

/** The group that everybody who is logged in belongs to. */
const everybody = 'AuthenticatedUsers'

/** Users with the hashes of their passwords, and groups. */
export function readPrincipals(value: JsonValue | undefined, now: Instant): PrincipalsRead {
  const file = objectIn(value)
  const groups = listIn(file.groups).map(objectIn)
  const members = listIn(file.members).map(objectIn)
  const users = members.map(member => userIn(member, groups, now))
  const inGroups = groups.filter(({ groupid }) => groupid !== everybody).map(group => groupFrom(group, groups))
  return {
    users,
    groups: inGroups,
    findings: [
      ...members.flatMap(member => findingsOf(member)),
      ...circles(inGroups),
      ...twice(
        'members',
        users.map(({ id }) => id),
      ),
      ...twice(
        'groups',
        groups.map(({ groupid }) => textIn(groupid)),
      ),
    ],
  }
}

const textOrNull = (value: JsonValue | undefined): string | null => textIn(value) || null

/** Groups that list somebody, and those that somebody lists. */
function groupsOf(id: string, own: JsonValue | undefined, groups: readonly JsonObject[]): readonly string[] {
  const listing = groups
    .filter(({ principals }) => textsIn(principals).includes(id))
    .map(({ groupid }) => textIn(groupid))
  return [...new Set([...textsIn(own), ...listing])].filter(group => group !== everybody)
}

function userIn(member: JsonObject, groups: readonly JsonObject[], created: Instant): User {
  const id = textIn(member.username)
  return {
    id,
    fullname: textOrNull(member.fullname),
    email: textIn(member.email),
    description: textOrNull(member.description),
    home_page: textOrNull(member.home_page),
    location: textOrNull(member.location),
    roles: textsIn(member.roles),
    groups: groupsOf(id, member.groups, groups),
    passwordHash: textIn(member.password),
    created,
  }
}

function groupFrom(group: JsonObject, groups: readonly JsonObject[]): Group {
  const id = textIn(group.groupid)
  const above = groupsOf(id, group.groups, groups)
  return {
    id,
    title: textIn(group.title),
    description: textIn(group.description),
    email: textIn(group.email),
    roles: textsIn(group.roles),
    ...(above.length > 0 ? { groups: above } : {}),
  }
}
function findingsOf({ username, login_name: login, password }: JsonObject): readonly IncomingFinding[] {
  const id = textIn(username)
  const at = (key: string) => ({ key: `principals.json members.${id}.${key}` })
  if (id === '') return [problem('has a member without a name', { key: 'principals.json' })]
  return [
    ...(textIn(login) === '' || login === id
      ? []
      : [note(`logs in by the id from now on, not as ${textIn(login)}`, at('login_name'))]),
    ...(/^\{SSHA\}/.test(textIn(password))
      ? []
      : [note('has a password of an unknown scheme: a new one has to be set', at('password'))]),
  ]
}

function twice(kind: string, ids: readonly string[]): readonly IncomingFinding[] {
  const seen = new Set<string>()
  return ids.flatMap(id => {
    if (seen.has(id)) return [problem(`has ${id} twice`, { key: `principals.json ${kind}` })]
    seen.add(id)
    return []
  })
}

/** A group that is in itself, by way of others or not. */
function circles(groups: readonly Group[]): readonly IncomingFinding[] {
  const above = new Map(groups.map(({ id, groups: own = [] }) => [id, own]))
  const isInItself = (id: string): boolean => {
    const seen = new Set<string>()
    const waiting = [...(above.get(id) ?? [])]
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (next === id) return true
      if (!seen.has(next)) waiting.push(...(above.get(next) ?? []))
      seen.add(next)
    }
    return false
  }
  const inThemselves = groups.filter(({ id }) => isInItself(id))
  return inThemselves.map(({ id }) => problem('is a group in itself', { key: `principals.json groups.${id}` }))
}
