import type { RolePayload, UserPayload, UsersPayload } from '../../answers/people.js'
import { piecesOf } from '../../content/store/filePieces.js'
import type { JsonObject } from '../../foundation/json.js'
import { DomainError, message } from '../../foundation/messages.js'
import { allGroups, groupsOf, withStockGroups } from '../../people/groups.js'
import { presentUser } from '../../people/presentUser.js'
import type { User, UserFilter } from '../../people/userDirectory.js'
import { type NewUser, readNewUser } from '../../people/userInput.js'
import { userIdOf } from '../../security/caller.js'
import { assignableRoles, permission } from '../../security/permissions.js'
import { emailAsLogin, isLoginOfOther, refuseTakenEmail } from '../people/emailLogins.js'
import { formerIdsWithRights } from '../people/formerIds.js'
import { postReset, requireMailer } from '../people/passwordReset.js'
import { isSelf, missing } from '../people/peopleAccess.js'
import { userAdded } from '../people/peopleEvents.js'
import { mayAddUsers, refuseCommonEmail, registrationBody } from '../people/registration.js'
import type { Environment } from '../run/environment.js'
import type { Operation } from '../run/operation.js'
import {
  atRoot,
  hasPermission,
  isSiteRoot,
  notFound,
  type RequestContext,
  requirePermission,
} from '../run/requestContext.js'
import { afterWriting } from '../run/untilCommitted.js'
import type { FileAnswer, FileRequest } from './getFile.js'

const userPayload = async (user: User, { base, environment }: RequestContext): Promise<UserPayload> =>
  presentUser(user, { base, groups: withStockGroups(await groupsOf(environment.users, user)) })

/** `GET /@users` returns the matching users. */
export const listUsers: Operation<UserFilter, UsersPayload> = {
  permission: permission.readUsers,
  exists: isSiteRoot,
  async run({ base, environment }, filter) {
    const users = await environment.users.users(filter)
    const groups = await allGroups(environment.users)
    return {
      answer: {
        '@id': `${base}/@users`,
        items: users.map(user => presentUser(user, { base, groups })),
        items_total: users.length,
      },
    }
  },
}

/**
 * `GET /@users/{id}` returns a user. Users can always read their own account. Other callers need a permission, even if
 * the id is unknown.
 */
export const getUser: Operation<{ readonly id: string }, UserPayload> = {
  ...atRoot,
  async run(context, { id }) {
    if (!isSelf(context, id)) requirePermission(context, permission.readUsers)
    const user = await context.environment.users.user(id)
    if (!user) throw missing(context, message('user.missing', { id: id.slice(0, 100) }))
    return { answer: await userPayload(user, context) }
  },
}

export interface NewUserInput {
  readonly body: JsonObject
  /** Applies the rate limit before a visitor registers with an email address. */
  limitRegistrations?(email: string): Promise<void>
}

/**
 * `POST /@users` adds a user. Roles in the body require the Manage portal permission. If the site allows registration,
 * no permission is required (docs/content-and-access.md, Users, rule 9).
 */
export const addUser: Operation<NewUserInput, UserPayload> = {
  permission: mayAddUsers,
  exists: isSiteRoot,
  async run(context, { body, limitRegistrations }) {
    const registers = !hasPermission(context, permission.addMember)
    if (!registers && body.roles !== undefined) requirePermission(context, permission.manageSite)
    const newUser = readUser(context, registers ? registrationBody(context, body) : body)
    const mailer = newUser.password === null ? requireMailer(context, 'invalid-user') : null
    if (registers) await limitRegistrations?.(newUser.email)
    await refuseReservedId(context, newUser.id, registers)
    // Hashing is slow and needs no snapshot, so it runs after the reader has been released.
    return {
      later: async () => {
        if (registers) await refuseCommonEmail(context, newUser.email)
        const user = await storeUser(context.environment, newUser, userIdOf(context.caller) || null)
        if (mailer) postReset(context, user.id, { reason: 'welcome', mailer })
        return afterWriting(() => userPayload(user, context))
      },
    }
  },
}

/**
 * Reads the new user from a request body. If the site accepts email addresses as login names, the user name defaults to
 * the email address.
 */
function readUser({ node }: RequestContext, body: JsonObject): NewUser {
  const { username = '', email = '' } = body
  return newUserOf({ ...body, username: username === '' && node.fields[emailAsLogin] === true ? email : username })
}

type UserEnvironment = Pick<Environment, 'store' | 'users' | 'hashPassword' | 'dummyHash' | 'now'>

/**
 * Adds a user without permission checks. Throws a DomainError `incomplete-user` if a required value is missing, and
 * `invalid-user` if a value is invalid.
 */
export const createUser = async (environment: UserEnvironment, body: JsonObject): Promise<User> =>
  storeUser(environment, newUserOf(body), null)

function newUserOf(body: JsonObject): NewUser {
  const result = readNewUser(body, assignableRoles)
  if (result.ok) return result.user
  if ('missing' in result)
    throw new DomainError('incomplete-user', message('user.incomplete'), { problems: result.missing })
  throw new DomainError('invalid-user', result.reason)
}

async function storeUser(
  environment: UserEnvironment,
  { password, ...profile }: NewUser,
  actor: string | null,
): Promise<User> {
  const { users, hashPassword, dummyHash, now } = environment
  const takenError = takenName(profile.id)
  // These checks run before the password is hashed, because hashing is slow.
  if (await users.user(profile.id)) throw takenError
  if (await isLoginOfOther(environment, profile.id, profile.id)) throw takenError
  await refuseTakenEmail(environment, profile)
  const unset = { description: null, home_page: null, location: null, groups: [] }
  const passwordHash = password === null ? dummyHash : await hashPassword(password)
  const user: User = { ...unset, ...profile, passwordHash, created: now() }
  if (!(await users.add(user, userAdded(user, { actor, time: user.created })))) throw takenError
  return user
}

const takenName = (name: string): DomainError => new DomainError('invalid-user', message('user.taken', { name }))

/** `GET /@roles` returns the roles that can be assigned to users. */
export const listRoles: Operation<undefined, readonly RolePayload[]> = {
  permission: permission.manageUsers,
  exists: isSiteRoot,
  async run({ base, translate }) {
    return {
      answer: assignableRoles.map(id => ({ '@id': `${base}/@roles/${id}`, '@type': 'role', id, title: translate(id) })),
    }
  },
}

/**
 * `GET /@portrait/{id}` returns the portrait of a user or, without an id, of the caller. The operation is public,
 * because browsers load images without credentials (docs/content-and-access.md, Users, rule 7). Throws a DomainError
 * `not-found` if the user does not exist or has no portrait.
 */
export const getPortrait: Operation<FileRequest, FileAnswer> = {
  ...atRoot,
  async run({ caller, environment, lineage }, { field, isUnmodified, part: choosePart }) {
    const portrait = await environment.users.portrait(field || userIdOf(caller))
    if (!portrait) throw notFound(undefined, lineage, environment)
    const { digest: etag, contentType, bytes } = portrait
    const file = { size: bytes.length, part: null, filename: 'portrait', contentType, etag, isImmutable: false }
    if (isUnmodified?.(etag)) return { answer: { ...file, pieces: null } }
    const part = choosePart?.(bytes.length, etag) ?? null
    return { answer: { ...file, part, pieces: piecesOf(bytes, part) } }
  },
}

/**
 * Throws a DomainError `invalid-user` if content still grants roles to a deleted user with this id. For visitors, the
 * error states only that the name is taken. Visitors also cannot use the id of a group, because other users could
 * mistake the new user for the group.
 */
async function refuseReservedId(context: RequestContext, id: string, registers: boolean): Promise<void> {
  const isGroup = registers && (await allGroups(context.environment.users)).some(group => group.id === id)
  const isFormer = (await formerIdsWithRights(context, [id])).has(id)
  if (isGroup || (isFormer && registers)) throw takenName(id)
  if (isFormer) throw new DomainError('invalid-user', message('user.former', { name: id }))
}
