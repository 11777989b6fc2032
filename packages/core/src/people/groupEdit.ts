import { isJsonObject, type JsonObject, type JsonValue } from '../foundation/json.js'
import { type Message, message, type ReadResult } from '../foundation/messages.js'
import type { Group } from './userDirectory.js'
import { grantedRoles, problemOfEmail, problemOfRoles } from './userInput.js'

/** A change to a group. Absent properties remain unchanged. */
export interface GroupEdit {
  readonly group: Partial<Omit<Group, 'id'>>
  /** The memberships to change, by user id: true adds the user to the group, and false removes the user. */
  readonly members: ReadonlyMap<string, boolean>
}

const limits = { title: 1024, description: 10_000 } as const

/** The maximum number of memberships that a request can change. */
const maxMembers = 1000

/** The maximum number of groups that directly contain a group. */
const maxContainers = 100

/**
 * The maximum number of groups in addition to the stock groups. The number is limited because all groups are read in
 * one query.
 */
export const maxGroups = 1000

/**
 * Whether a string is a valid group id. Group ids are part of URLs, but can contain spaces, because the ids of some
 * stock groups contain spaces.
 */
export const isGroupId = (id: string): boolean => /^[a-z\d](?:[\w.@+ -]{0,98}[\w.@+-])?$/i.test(id)

/**
 * Validates the body of a request that adds or changes a group (docs/content-and-access.md, Groups, rules 2, 3 and 7).
 */
export function readGroupEdit(
  body: JsonObject,
  assignableRoles: readonly string[],
): ReadResult<{ readonly edit: GroupEdit }> {
  const { roles, groups, users = {} } = body
  const members = membersIn(users)
  const problem =
    problemOfTexts(body) ??
    problemOfGroups(groups) ??
    (roles === undefined ? undefined : problemOfRoles(roles, assignableRoles))
  if (problem || !members) return { ok: false, reason: problem ?? message('group.users', { limit: maxMembers }) }
  const texts = (['title', 'description', 'email'] as const).filter(name => typeof body[name] === 'string')
  return {
    ok: true,
    edit: {
      group: {
        ...Object.fromEntries(texts.map(name => [name, String(body[name])])),
        ...(Array.isArray(roles) ? { roles: grantedRoles(roles) } : {}),
        ...(Array.isArray(groups) ? { groups: [...new Set(groups.map(String))] } : {}),
      },
      members,
    },
  }
}

function problemOfTexts({ title = '', description = '', email }: JsonObject): Message | undefined {
  const isTooLong = (text: JsonValue, limit: number): boolean => typeof text === 'string' && text.length > limit
  if (isTooLong(title, limits.title)) return message('field.too-long', { limit: limits.title })
  if (isTooLong(description, limits.description)) return message('field.too-long', { limit: limits.description })
  return email ? problemOfEmail(email) : undefined
}

function problemOfGroups(groups: JsonValue | undefined): Message | undefined {
  if (groups === undefined || groups === null) return undefined
  const isValid = Array.isArray(groups) && groups.length <= maxContainers && groups.every(id => typeof id === 'string')
  return isValid ? undefined : message('group.groups', { limit: maxContainers })
}

/**
 * Returns the members in a request body: a list of user ids for a new group, or a map of user ids to true (add) or
 * false (remove) for a change.
 */
function membersIn(users: JsonValue): ReadonlyMap<string, boolean> | undefined {
  const entries = Array.isArray(users)
    ? users.map(id => [id, true] as const)
    : isJsonObject(users)
      ? Object.entries(users)
      : undefined
  const isValid = entries?.every(([id, flag]) => typeof id === 'string' && typeof flag === 'boolean')
  return isValid && entries && entries.length <= maxMembers ? new Map(entries as [string, boolean][]) : undefined
}
