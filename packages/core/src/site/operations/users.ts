import { DomainError } from '../../foundation/domainError.js'
import type { JsonObject } from '../../foundation/json.js'
import { message } from '../../foundation/messages.js'
import { stockGroups } from '../../people/groups.js'
import { type NewUser, readNewUser } from '../../people/newUser.js'
import { presentGroup, presentUser } from '../../people/presentUser.js'
import type { User, UserFilter } from '../../people/userDirectory.js'
import { authenticatedUsers } from '../../security/caller.js'
import { assignableRoles, permission } from '../../security/stockPermissions.js'
import { demand } from '../run/demand.js'
import type { Environment } from '../run/environment.js'
import type { Operation } from '../run/operation.js'
import { notFound } from '../run/refusals.js'
import { isSiteRoot, type Visit } from '../run/visit.js'

const maxMembers = 10_000

const userPayload = (user: User, { base }: Visit): JsonObject => presentUser(user, { base, groups: stockGroups })

/** `GET /@users` */
export const listUsers: Operation<UserFilter, JsonObject> = {
  permission: permission.readUsers,
  exists: isSiteRoot,
  async run(visit, filter) {
    const users = await visit.environment.users.users(filter)
    return {
      answer: {
        '@id': `${visit.base}/@users`,
        items: users.map(user => userPayload(user, visit)),
        items_total: users.length,
      },
    }
  },
}

/** `GET /@users/{id}`: users may always read their own account. Others need a permission, also for unknown ids. */
export const getUser: Operation<{ readonly id: string }, JsonObject> = {
  permission: null,
  exists: isSiteRoot,
  async run(visit, { id }) {
    const { caller, lineage, environment } = visit
    const isSelf = caller.kind === 'member' && caller.id === id
    if (!isSelf) demand(visit, permission.readUsers)
    const user = await environment.users.user(id)
    if (!user) throw notFound(undefined, lineage, environment)
    return { answer: userPayload(user, visit) }
  },
}

/** `POST /@users`. A body with roles needs the permission Manage portal. */
export const addUser: Operation<JsonObject, JsonObject> = {
  permission: permission.addMember,
  exists: isSiteRoot,
  async run(visit, body) {
    const { environment } = visit
    if (body.roles !== undefined) demand(visit, permission.manageSite)
    // Later, because hashing a password takes long and needs no snapshot.
    return { later: async () => userPayload(await createUser(environment, body), visit) }
  },
}

/** Creates a user from a body. Throws a DomainError: `incomplete-user` or `invalid-user`. */
export async function createUser(
  environment: Pick<Environment, 'users' | 'hashPassword' | 'now'>,
  sent: JsonObject,
): Promise<User> {
  const read = readNewUser(sent, assignableRoles)
  if (read.ok) return storeUser(environment, read.user)
  if ('missing' in read)
    throw new DomainError('incomplete-user', message('user.incomplete'), { problems: read.missing })
  throw new DomainError('invalid-user', read.reason)
}

async function storeUser(
  { users, hashPassword, now }: Pick<Environment, 'users' | 'hashPassword' | 'now'>,
  { password, ...known }: NewUser,
): Promise<User> {
  const taken = new DomainError('invalid-user', message('user.taken', { name: known.id }))
  // Checked first, because hashing is expensive.
  if (await users.user(known.id)) throw taken
  const unset = { description: null, home_page: null, location: null, groups: [] }
  const user: User = { ...unset, ...known, passwordHash: await hashPassword(password), created: now() }
  if (!(await users.add(user))) throw taken
  return user
}

/** `GET /@roles` */
export const listRoles: Operation<undefined, readonly JsonObject[]> = {
  permission: permission.manageUsers,
  exists: isSiteRoot,
  async run({ base, translate }) {
    return {
      answer: assignableRoles.map(id => ({ '@id': `${base}/@roles/${id}`, '@type': 'role', id, title: translate(id) })),
    }
  },
}

/** `GET /@groups` */
export const listGroups: Operation<undefined, readonly JsonObject[]> = {
  permission: permission.manageUsers,
  exists: isSiteRoot,
  async run({ base, environment, work }) {
    const membersOf = async (id: string): Promise<readonly string[]> => {
      const filter = id === authenticatedUsers ? { limit: maxMembers } : { groups: [id], limit: maxMembers }
      return (await environment.users.users(filter)).map(user => user.id)
    }
    const groups: JsonObject[] = []
    for (const group of stockGroups) {
      if (work.isOver()) await work.next()
      groups.push(presentGroup(group, { base, members: await membersOf(group.id) }))
    }
    return { answer: groups }
  },
}
