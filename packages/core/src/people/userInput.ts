import { isEmail } from '../foundation/email.js'
import { isJsonObject, type JsonObject, type JsonValue } from '../foundation/json.js'
import { type FieldProblem, type Message, message, type ReadResult } from '../foundation/messages.js'
import type { User } from './userDirectory.js'

interface UserField {
  readonly kind: 'line' | 'text' | 'email' | 'uri' | 'image'
  readonly name: 'fullname' | 'email' | 'home_page' | 'description' | 'location' | 'portrait'
  readonly title: string
  readonly description?: string
  readonly required?: boolean
}

/** The profile fields, in the order of the form (docs/content-and-access.md, Users, rule 4). */
export const userFields: readonly UserField[] = [
  { kind: 'line', name: 'fullname', title: 'Full name', description: 'First name first, such as Ada Lovelace.' },
  { kind: 'email', name: 'email', title: 'E-mail address', required: true },
  { kind: 'uri', name: 'home_page', title: 'Home page', description: 'The address of a website, with https://.' },
  { kind: 'text', name: 'description', title: 'Biography', description: 'Who you are and what you do.' },
  { kind: 'line', name: 'location', title: 'Location', description: 'Where you live or work.' },
  { kind: 'image', name: 'portrait', title: 'Portrait', description: 'A picture of you.' },
]

type Profile = Partial<Pick<User, 'description' | 'home_page' | 'location'>>

const limits = { description: 10_000, home_page: 1024, location: 1024 } as const

const names = Object.keys(limits) as readonly (keyof typeof limits)[]

/** Returns the profile in a request body. An empty string clears a field. Values that are not strings are ignored. */
function profileIn(body: JsonObject): Profile {
  const texts = names.map(name => [name, body[name]] as const).filter(([, value]) => typeof value === 'string')
  return Object.fromEntries(
    texts.map(([name, value]) => [name, (name === 'home_page' ? webAddress(text(value)) : value) || null]),
  )
}

/** Adds `https://` to a URL without a scheme, such as `example.org/x`. */
const webAddress = (address: string): string =>
  /^[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?:[:/?#]|$)/i.test(address) ? `https://${address}` : address

function problemOfProfile(body: JsonObject): Message | undefined {
  const profile = profileIn(body)
  const tooLong = names.find(name => (profile[name]?.length ?? 0) > limits[name])
  if (tooLong) return message('field.too-long', { limit: limits[tooLong] })
  const { home_page: address } = profile
  return address && !/^https?:\/\/[^\s<>"]+$/i.test(address) ? message('field.uri') : undefined
}

export interface NewUser extends Profile, Pick<User, 'id' | 'email' | 'fullname' | 'roles'> {
  readonly password: string | null
}

type NewUserRead =
  | { readonly ok: true; readonly user: NewUser }
  | { readonly ok: false; readonly missing: readonly FieldProblem[] }
  | { readonly ok: false; readonly reason: Message }

const minPasswordLength = 8
export const maxPasswordLength = 1024
/**
 * Whether a string is a valid user id. User ids are part of URLs (`@users/{id}`) and file names, so few characters are
 * allowed.
 */
export const isUserId = (id: string): boolean => /^[a-z0-9][\w.@+-]{1,99}$/i.test(id)

const text = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '')

const choosesPassword = ({ sendPasswordReset }: JsonObject): boolean => sendPasswordReset === true

/** Validates the body of a request that adds a user (docs/content-and-access.md, Users). */
export function readNewUser(body: JsonObject, assignableRoles: readonly string[]): NewUserRead {
  const missing = ['username', 'email', ...(choosesPassword(body) ? [] : ['password'])].filter(
    name => text(body[name]) === '',
  )
  if (missing.length > 0)
    return { ok: false, missing: missing.map(field => ({ field, message: message('user.required', { field }) })) }
  const problem = problemOf(body, assignableRoles) ?? problemOfProfile(body)
  if (problem) return { ok: false, reason: problem }
  const roles = Array.isArray(body.roles) ? grantedRoles(body.roles) : ['Member']
  const fullname = text(body.fullname).slice(0, 1024) || null
  return {
    ok: true,
    user: {
      ...profileIn(body),
      id: text(body.username),
      email: text(body.email),
      password: choosesPassword(body) ? null : text(body.password),
      fullname,
      roles,
    },
  }
}

function problemOf(body: JsonObject, assignableRoles: readonly string[]): Message | undefined {
  const { username, email, password, roles = [] } = body
  if (!isUserId(text(username))) return message('user.name', { name: text(username).slice(0, 100) })
  const emailProblem = problemOfEmail(email)
  if (emailProblem) return emailProblem
  const isReset = choosesPassword(body)
  if (isReset && text(password) !== '') return message('user.password-or-reset')
  return (isReset ? undefined : problemOfPassword(text(password))) ?? problemOfRoles(roles, assignableRoles)
}

/**
 * Matches control characters and lone surrogates. Users cannot type these characters, and hash functions may ignore
 * some of them, such as trailing NUL characters.
 */
const unfitForPasswords = /[\p{Cc}\p{Cs}]/u

/** Returns the reason why a string is not allowed as a password, or undefined for a valid password. */
export function problemOfPassword(password: string): Message | undefined {
  const { length } = password
  if (length < minPasswordLength) return message('user.password-short', { least: minPasswordLength })
  if (length > maxPasswordLength) return message('user.password-long', { most: maxPasswordLength })
  return unfitForPasswords.test(password) ? message('user.password-control') : undefined
}

/**
 * The implicit roles, which cannot be granted. Requests can contain these roles, because clients send the roles from
 * payloads back.
 */
const implicitRoles: readonly JsonValue[] = ['Anonymous', 'Authenticated']

/** Returns the grantable roles in a list, without duplicates. */
export const grantedRoles = (roles: readonly JsonValue[]): readonly string[] => [
  ...new Set(roles.filter(role => !implicitRoles.includes(role)).map(String)),
]

export function problemOfRoles(roles: JsonValue, assignableRoles: readonly string[]): Message | undefined {
  const unknown = Array.isArray(roles)
    ? roles.find(role => !implicitRoles.includes(role) && !assignableRoles.some(assignable => assignable === role))
    : roles
  return unknown === undefined
    ? undefined
    : message('user.role', { role: text(unknown).slice(0, 100), roles: assignableRoles.join(', ') })
}

export function problemOfEmail(value: JsonValue | undefined): Message | undefined {
  const text = typeof value === 'string' ? value : ''
  return isEmail(text) ? undefined : message('user.email', { email: text.slice(0, 100) })
}

/** A change to a user. Absent properties remain unchanged. */
export interface UserEdit {
  readonly profile: Profile & Partial<Pick<User, 'fullname' | 'email'>>
  /**
   * The roles to grant (true) or revoke (false), or the complete list of the user's roles, including roles from groups.
   */
  readonly roles: Readonly<Record<string, boolean>> | readonly string[]
  readonly password: string | null
}

const maxName = 1024

/** Validates a change to a user (docs/content-and-access.md, Users, rule 5). */
export function readUserEdit(
  body: JsonObject,
  assignableRoles: readonly string[],
): ReadResult<{ readonly edit: UserEdit }> {
  // Forms send null for empty text fields.
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
  return {
    ok: true,
    edit: {
      profile,
      roles: rolesIn(body.roles ?? {}),
      password: typeof body.password === 'string' ? body.password : null,
    },
  }
}

function problemOfNames({ fullname, email, password }: JsonObject): Message | undefined {
  if (typeof fullname === 'string' && fullname.length > maxName) return message('field.too-long', { limit: maxName })
  const emailProblem = email === undefined ? undefined : problemOfEmail(email)
  if (emailProblem) return emailProblem
  return typeof password === 'string' ? problemOfPassword(password) : undefined
}

function rolesIn(roles: JsonValue): UserEdit['roles'] {
  if (Array.isArray(roles)) return grantedRoles(roles)
  const flags = Object.entries(roles as Readonly<Record<string, boolean>>)
  return Object.fromEntries(flags.filter(([role]) => !implicitRoles.includes(role)))
}

function problemOfRoleFlags(roles: JsonValue, assignableRoles: readonly string[]): Message | undefined {
  if (Array.isArray(roles)) return problemOfRoles(roles, assignableRoles)
  if (!isJsonObject(roles) || !Object.values(roles).every(value => typeof value === 'boolean'))
    return message('user.roles')
  return problemOfRoles(Object.keys(roles), assignableRoles)
}

/**
 * Applies a change to a user, except for the password. `inherited` contains the roles that the user has through groups.
 * A new email address invalidates the reset token, because the token was sent to the previous address.
 */
export function withEdit(user: User, { profile, roles }: UserEdit, inherited: readonly string[]): User {
  const { reset, ...account } = user
  const isSameAddress = profile.email === undefined || profile.email === user.email
  return {
    ...account,
    ...(reset && isSameAddress ? { reset } : {}),
    ...profile,
    roles: rolesAfter(user.roles, roles, inherited),
  }
}

function rolesAfter(
  before: readonly string[],
  roles: UserEdit['roles'],
  inherited: readonly string[],
): readonly string[] {
  if (isList(roles)) return rolesOfList(before, roles, inherited)
  const retained = before.filter(role => roles[role] !== false)
  return [...retained, ...Object.keys(roles).filter(role => roles[role] && !retained.includes(role))]
}

/**
 * Returns the roles of a user after a request with a complete list of roles. Roles in `before` keep their order, so
 * that an unchanged list has no effect.
 */
function rolesOfList(before: readonly string[], listed: readonly string[], inherited: readonly string[]) {
  const retained = before.filter(role => listed.includes(role))
  return [...retained, ...listed.filter(role => !retained.includes(role) && !inherited.includes(role))]
}

const isList = (roles: UserEdit['roles']): roles is readonly string[] => Array.isArray(roles)

/** Returns a user with a new password and without a pending reset token. */
export const withPassword = ({ reset: _, ...user }: User, passwordHash: string): User => ({ ...user, passwordHash })
