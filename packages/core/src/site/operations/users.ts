import type { RolePayload, UserPayload, UsersPayload } from '../../answers/people.js'
import { DomainError } from '../../foundation/domainError.js'
import type { JsonObject } from '../../foundation/json.js'
import { message } from '../../foundation/messages.js'
import { allGroups, groupsOf, withStockGroups } from '../../people/groups.js'
import { choosesPassword, type NewUser, readNewUser } from '../../people/newUser.js'
import { presentUser } from '../../people/presentUser.js'
import type { User, UserFilter } from '../../people/userDirectory.js'
import { assignableRoles, permission } from '../../security/stockPermissions.js'
import { isLoginOfOther, refuseTakenEmail } from '../people/emailLogins.js'
import { refuseFormerId } from '../people/formerIds.js'
import { missing } from '../people/peopleAccess.js'
import { postReset, requireMailer } from '../people/resetMails.js'
import { afterWriting } from '../run/afterWriting.js'
import type { Environment } from '../run/environment.js'
import type { Operation } from '../run/operation.js'
import { isSiteRoot, type RequestContext } from '../run/requestContext.js'
import { requirePermission } from '../run/requirePermission.js'

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
  permission: null,
  exists: isSiteRoot,
  async run(context, { id }) {
    const { caller, environment } = context
    const isSelf = caller.kind === 'member' && caller.id === id
    if (!isSelf) requirePermission(context, permission.readUsers)
    const user = await environment.users.user(id)
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
