import type { UsersPayload } from '../../answers/people.js'
import { badRequest, DomainError, message } from '../../foundation/messages.js'
import { waitingSlice } from '../../foundation/waitingSlice.js'
import { allGroups, withStockGroups } from '../../people/groups.js'
import { presentUser, rolesOfUser } from '../../people/presentUser.js'
import type { Group, PeopleSnapshot, User, UserDirectory, UserFilter } from '../../people/userDirectory.js'
import { permission } from '../../security/permissions.js'
import { isLoginOfOther, refuseTakenEmail } from '../people/emailLogins.js'
import { formerIdsWithRights } from '../people/formerIds.js'
import { postReset, requireMailer } from '../people/passwordReset.js'
import { changePeople } from '../people/peopleAccess.js'
import { readUserRows, type UserRow } from '../people/userRows.js'
import type { Operation } from '../run/operation.js'
import { isSiteRoot, type RequestContext, requirePermission } from '../run/requestContext.js'
import { afterWriting } from '../run/untilCommitted.js'
import { type CsvInput, readRows } from '../write/csvRows.js'

const maxExported = 10_000

/**
 * `GET /@users` in CSV format returns all matching users. Throws a DomainError `bad-request` if there are more than
 * 10,000 users.
 */
export const exportUsers: Operation<Omit<UserFilter, 'limit'>, UsersPayload> = {
  permission: permission.readUsers,
  exists: isSiteRoot,
  async run(context, filter) {
    const users = await context.environment.users.users({ ...filter, limit: maxExported + 1 })
    if (users.length > maxExported) throw badRequest('csv.too-long', { limit: maxExported })
    return { answer: await usersPayload(context, users) }
  },
}

/**
 * `POST /@users` with a CSV file adds either all users in the file or none (docs/http-answers.md, CSV). Rows with roles
 * or groups require the Manage portal permission. Passwords are hashed one at a time, so that a concurrent login has to
 * wait for at most one of them. Throws a DomainError `busy` while another import is running.
 */
export const importUsers: Operation<CsvInput, UsersPayload> = {
  permission: permission.manageUsers,
  exists: isSiteRoot,
  async run(context, { rows }) {
    const users = await readUserRows(rows, context.task)
    if (users.some(({ grants }) => grants)) requirePermission(context, permission.manageSite)
    const mailed = users.filter(({ user }) => user.password === null)
    const mailer = mailed.length > 0 ? requireMailer(context, 'bad-request') : null
    await checkUsers(context, users)
    return {
      later: async () => {
        const added = await alone(context.environment.users, () => addUsers(context, users))
        for (const { user } of mailer ? mailed : [])
          if (mailer) postReset(context, user.id, { reason: 'welcome', mailer })
        return afterWriting(() => usersPayload(context, added))
      },
    }
  },
}

async function usersPayload(
  { base, environment, task }: RequestContext,
  users: readonly User[],
): Promise<UsersPayload> {
  const groups = await allGroups(environment.users)
  const slice = waitingSlice(task)
  const items = []
  for (const user of users) {
    if (slice.isOver()) await slice.next()
    items.push(presentUser(user, { base, groups }))
  }
  return { '@id': `${base}/@users`, items, items_total: items.length }
}

async function checkUsers(context: RequestContext, users: readonly UserRow[]): Promise<void> {
  const { environment, task } = context
  const groups = new Set((await allGroups(environment.users)).map(({ id }) => id))
  const former = await formerIdsWithRights(
    context,
    users.map(({ user }) => user.id),
  )
  const people = { ...environment, root: context.lineage[0] }
  const rows = users.map(({ line }) => ({ line, cells: [] }))
  await readRows(rows, task, {
    nameOf: ({ line }) => users.find(user => user.line === line)?.user.id ?? '',
    read: async (_, position) => {
      const row = users[position]
      if (!row) return
      const { user } = row
      if (former.has(user.id)) throw badRequest('user.former', { name: user.id })
      if ((await environment.users.user(user.id)) || (await isLoginOfOther(people, user.id, user.id)))
        throw badRequest('user.taken', { name: user.id })
      await refuseTakenEmail(people, user)
      const missing = row.groups.find(id => !groups.has(id))
      if (missing !== undefined) throw badRequest('group.missing', { id: missing.slice(0, 100) })
    },
  })
}

async function addUsers(context: RequestContext, rows: readonly UserRow[]): Promise<readonly User[]> {
  const { now } = context.environment
  const hashes = await hashPasswords(context, rows)
  const created = now()
  let added: readonly User[] = []
  await changePeople(
    context,
    rows.map(({ user }) => user.id),
    people => {
      const groups = withStockGroups(people.groups)
      added = rows.map((row, i) => newUser(row, { people, groups, created, passwordHash: hashes[i] ?? '' }))
      return { added }
    },
  )
  return added
}

async function hashPasswords({ environment }: RequestContext, rows: readonly UserRow[]): Promise<readonly string[]> {
  const hashes: string[] = []
  for (const { user } of rows)
    hashes.push(user.password === null ? environment.dummyHash : await environment.hashPassword(user.password))
  return hashes
}

interface NewUserContext extends Pick<User, 'created' | 'passwordHash'> {
  readonly people: PeopleSnapshot
  readonly groups: readonly Group[]
}

/**
 * Returns the user in a row. Roles that the user already gets through groups are omitted, because exported rows contain
 * these roles, too.
 */
function newUser(
  { user: { password: _, ...profile }, groups: ids }: UserRow,
  { people, groups, created, passwordHash }: NewUserContext,
): User {
  if (people.users.has(profile.id)) throw badRequest('user.taken', { name: profile.id })
  const unset = { description: null, home_page: null, location: null }
  const user: User = { ...unset, ...profile, groups: ids, passwordHash, created }
  const inherited = rolesOfUser({ ...user, roles: [] }, groups)
  return { ...user, roles: user.roles.filter(role => role === 'Member' || !inherited.includes(role)) }
}

const importing = new WeakSet<UserDirectory>()

const retryAfter = 30

/**
 * Runs an import. Throws a DomainError `busy` while another import is running, because concurrent imports would delay
 * logins.
 */
async function alone<T>(users: UserDirectory, task: () => Promise<T>): Promise<T> {
  if (importing.has(users)) throw new DomainError('busy', message('csv.running'), { context: null, retryAfter })
  importing.add(users)
  try {
    return await task()
  } finally {
    importing.delete(users)
  }
}
