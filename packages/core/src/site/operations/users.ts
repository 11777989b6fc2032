import type { FormSchema } from '../../answers/forms.js'
import type { RolePayload, UserPayload, UsersPayload } from '../../answers/people.js'
import { propertyOf } from '../../content/schema/propertyOf.js'
import { piecesOf } from '../../content/store/filePieces.js'
import type { JsonObject, JsonValue } from '../../foundation/json.js'
import { DomainError, message } from '../../foundation/messages.js'
import { allGroups, groupsOf, withStockGroups } from '../../people/groups.js'
import { presentUser } from '../../people/presentUser.js'
import type { User, UserFilter } from '../../people/userDirectory.js'
import { choosesPassword, type NewUser, readNewUser, userFields } from '../../people/userInput.js'
import { userIdOf } from '../../security/caller.js'
import { assignableRoles, permission } from '../../security/permissions.js'
import { isLoginOfOther, refuseTakenEmail } from '../people/emailLogins.js'
import { formerIdsWithRights } from '../people/formerIds.js'
import { postReset, requireMailer } from '../people/passwordReset.js'
import { isSelf, missing } from '../people/peopleAccess.js'
import type { Environment } from '../run/environment.js'
import type { Operation } from '../run/operation.js'
import { atRoot, isSiteRoot, notFound, type RequestContext, requirePermission } from '../run/requestContext.js'
import { afterWriting } from '../run/untilCommitted.js'
import type { FileAnswer, FileRequest } from './getFile.js'

async function userPayload(user: User, { base, environment }: RequestContext): Promise<UserPayload> {
  return presentUser(user, { base, groups: withStockGroups(await groupsOf(environment.users, user)) })
}

/** `GET /@users` */
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

/** `GET /@users/{id}`: users may always read their own account. Others need a permission, also for unknown ids. */
export const getUser: Operation<{ readonly id: string }, UserPayload> = {
  ...atRoot,
  async run(context, { id }) {
    if (!isSelf(context, id)) requirePermission(context, permission.readUsers)
    const user = await context.environment.users.user(id)
    if (!user) throw missing(context, message('user.missing', { id: id.slice(0, 100) }))
    return { answer: await userPayload(user, context) }
  },
}

/** `POST /@users`. A body with roles needs the permission Manage portal. */
export const addUser: Operation<JsonObject, UserPayload> = {
  permission: permission.addMember,
  exists: isSiteRoot,
  async run(context, body) {
    if (body.roles !== undefined) requirePermission(context, permission.manageSite)
    const mailer = choosesPassword(body) ? requireMailer(context, 'invalid-user') : null
    await refuseFormerId(context, body.username)
    // Deferred, because hashing a password is slow and needs no snapshot.
    return {
      later: async () => {
        const user = await createUser(context.environment, body)
        if (mailer) postReset(context, user.id, { reason: 'welcome', mailer })
        return afterWriting(() => userPayload(user, context))
      },
    }
  },
}

type UserEnvironment = Pick<Environment, 'store' | 'users' | 'hashPassword' | 'dummyHash' | 'now'>

/** Creates a user from a body. Throws a DomainError: `incomplete-user` or `invalid-user`. */
export async function createUser(environment: UserEnvironment, body: JsonObject): Promise<User> {
  const result = readNewUser(body, assignableRoles)
  if (result.ok) return storeUser(environment, result.user)
  if ('missing' in result)
    throw new DomainError('incomplete-user', message('user.incomplete'), { problems: result.missing })
  throw new DomainError('invalid-user', result.reason)
}

async function storeUser(environment: UserEnvironment, { password, ...profile }: NewUser): Promise<User> {
  const { users, hashPassword, dummyHash, now } = environment
  const takenError = new DomainError('invalid-user', message('user.taken', { name: profile.id }))
  // Checked first, because hashing is expensive.
  if (await users.user(profile.id)) throw takenError
  if (await isLoginOfOther(environment, profile.id, profile.id)) throw takenError
  await refuseTakenEmail(environment, profile)
  const unset = { description: null, home_page: null, location: null, groups: [] }
  const passwordHash = password === null ? dummyHash : await hashPassword(password)
  const user: User = { ...unset, ...profile, passwordHash, created: now() }
  if (!(await users.add(user))) throw takenError
  return user
}

/** `GET /@roles` */
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
 * `GET /@portrait/{id}`, without an id that of the caller. Public, because pages load images without credentials
 * (docs/content-and-access.md, Users, rule 7). Throws `not-found` for an unknown user, and for a user without a
 * portrait.
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

/** `GET /@userschema`: the form of a profile (docs/content-and-access.md, Users, rule 4); clients add name and password. */
export const getUserSchema: Operation<undefined, FormSchema> = {
  ...atRoot,
  async run({ now, base, translate }) {
    const context = { now, translate, vocabularyUrl: (name: string) => `${base}/@vocabularies/${name}` }
    const answer: FormSchema = {
      type: 'object',
      properties: Object.fromEntries(
        userFields.map(field => [field.name, { ...propertyOf(field, context), behavior: 'plone' }]),
      ),
      required: userFields.filter(({ required }) => required).map(({ name }) => name),
      fieldsets: [
        { id: 'default', title: translate('Default'), behavior: 'plone', fields: userFields.map(({ name }) => name) },
      ],
    }
    return { answer }
  },
}

/** Throws `invalid-user` for the id of a deleted user to whom content still grants roles. */
async function refuseFormerId(context: RequestContext, id: JsonValue | undefined): Promise<void> {
  if (typeof id === 'string' && (await formerIdsWithRights(context, [id])).has(id))
    throw new DomainError('invalid-user', message('user.former', { name: id }))
}
