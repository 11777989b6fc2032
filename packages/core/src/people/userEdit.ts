import { isJsonObject, type JsonObject, type JsonValue } from '../foundation/json.js'
import { type Message, message, type ReadResult } from '../foundation/messages.js'
import {
  type Profile,
  problemOfEmail,
  problemOfPassword,
  problemOfProfile,
  problemOfRoles,
  profileIn,
} from './newUser.js'
import type { User } from './userDirectory.js'

/** A change of a user; omitted properties stay. */
export interface UserEdit {
  readonly profile: Profile & Partial<Pick<User, 'fullname' | 'email'>>
  /** Roles to grant (true) or revoke (false). */
  readonly roles: Readonly<Record<string, boolean>>
  readonly password: string | null
}

const maxName = 1024

/** Reads a change of a user (docs/content-and-access.md, Users, rule 5). */
export function readUserEdit(
  body: JsonObject,
  assignableRoles: readonly string[],
): ReadResult<{ readonly edit: UserEdit }> {
  // Forms send null for cleared texts.
  const texts = Object.fromEntries(Object.entries(body).map(([name, value]) => [name, value ?? '']))
  const problem =
    problemOfNames({ ...texts, password: body.password ?? null }) ??
    problemOfProfile(texts) ??
    problemOfRoleFlags(body.roles ?? {}, assignableRoles)
  if (problem) return { ok: false, reason: problem }
  const { fullname, email } = texts
  const profile = {
    ...profileIn(texts),
    ...(typeof fullname === 'string' ? { fullname: fullname || null } : {}),
    ...(typeof email === 'string' ? { email } : {}),
  }
  const roles = isJsonObject(body.roles) ? (body.roles as Readonly<Record<string, boolean>>) : {}
  return { ok: true, edit: { profile, roles, password: typeof body.password === 'string' ? body.password : null } }
}

function problemOfNames({ fullname, email, password }: JsonObject): Message | undefined {
  if (typeof fullname === 'string' && fullname.length > maxName) return message('field.too-long', { limit: maxName })
  const emailProblem = email === undefined ? undefined : problemOfEmail(email)
  if (emailProblem) return emailProblem
  return typeof password === 'string' ? problemOfPassword(password) : undefined
}

function problemOfRoleFlags(roles: JsonValue, assignableRoles: readonly string[]): Message | undefined {
  if (!isJsonObject(roles) || !Object.values(roles).every(value => typeof value === 'boolean'))
    return message('user.roles')
  return problemOfRoles(Object.keys(roles), assignableRoles)
}

/** Applies an edit except its password. */
export function withEdit(user: User, { profile, roles }: UserEdit): User {
  const retained = user.roles.filter(role => roles[role] !== false)
  const added = Object.keys(roles).filter(role => roles[role] && !retained.includes(role))
  return { ...user, ...profile, roles: [...retained, ...added] }
}

/** Sets the password hash and invalidates a pending reset token. */
export function withPassword({ reset: _, ...user }: User, passwordHash: string): User {
  return { ...user, passwordHash }
}
