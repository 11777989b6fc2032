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
import { demand } from '../run/demand.js'
import type { Environment } from '../run/environment.js'
import type { Operation } from '../run/operation.js'
import { isSiteRoot, type Visit } from '../run/visit.js'

async function userPayload(user: User, { base, environment }: Visit): Promise<UserPayload> {
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
  async run(visit, { id }) {
    const { caller, environment } = visit
    const isSelf = caller.kind === 'member' && caller.id === id
    if (!isSelf) demand(visit, permission.readUsers)
    const user = await environment.users.user(id)
    if (!user) throw missing(visit, message('user.missing', { id: id.slice(0, 100) }))
    return { answer: await userPayload(user, visit) }
  },
}

/** `POST /@users`. A body with roles needs the permission Manage portal. */
export const addUser: Operation<JsonObject, UserPayload> = {
  permission: permission.addMember,
  exists: isSiteRoot,
  async run(visit, body) {
    if (body.roles !== undefined) demand(visit, permission.manageSite)
    const mailer = choosesPassword(body) ? requireMailer(visit, 'invalid-user') : null
    await refuseFormerId(visit, body.username)
    // Deferred, because hashing a password is slow and needs no snapshot.
    return {
      later: async () => {
        const user = await createUser(visit.environment, body)
        if (mailer) postReset(visit, user.id, { reason: 'welcome', mailer })
        return afterWriting(() => userPayload(user, visit))
      },
    }
  },
}

type UserEnvironment = Pick<Environment, 'store' | 'users' | 'hashPassword' | 'standInHash' | 'now'>

/** Creates a user from a body. Throws a DomainError: `incomplete-user` or `invalid-user`. */
export async function createUser(environment: UserEnvironment, sent: JsonObject): Promise<User> {
  const read = readNewUser(sent, assignableRoles)
  if (read.ok) return storeUser(environment, read.user)
  if ('missing' in read)
    throw new DomainError('incomplete-user', message('user.incomplete'), { problems: read.missing })
  throw new DomainError('invalid-user', read.reason)
}

async function storeUser(environment: UserEnvironment, { password, ...known }: NewUser): Promise<User> {
  const { users, hashPassword, standInHash, now } = environment
  const taken = new DomainError('invalid-user', message('user.taken', { name: known.id }))
  // Checked first, because hashing is expensive.
  if (await users.user(known.id)) throw taken
  if (await isLoginOfOther(environment, known.id, known.id)) throw taken
  await refuseTakenEmail(environment, known)
  const unset = { description: null, home_page: null, location: null, groups: [] }
  const passwordHash = password === null ? standInHash : await hashPassword(password)
  const user: User = { ...unset, ...known, passwordHash, created: now() }
  if (!(await users.add(user))) throw taken
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
