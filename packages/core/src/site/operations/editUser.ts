import { DomainError } from '../../foundation/domainError.js'
import type { JsonObject } from '../../foundation/json.js'
import { message } from '../../foundation/messages.js'
import { withStockGroups } from '../../people/groups.js'
import { isManager, managerRole, managersBy } from '../../people/managers.js'
import type { KnownPeople, PeopleChange, Portrait, User } from '../../people/userDirectory.js'
import { readUserEdit, type UserEdit, withEdit, withPassword } from '../../people/userEdit.js'
import { assignableRoles, permission } from '../../security/stockPermissions.js'
import { refuseTakenEmail } from '../people/emailLogins.js'
import { changePeople, demandToManage, isSelf, knownUser, refuse } from '../people/peopleAccess.js'
import { readPortrait } from '../people/readPortrait.js'
import type { Operation } from '../run/operation.js'
import { isSiteRoot, may, type Visit } from '../run/visit.js'

export interface UserInput {
  readonly id: string
  readonly body: JsonObject
}

/**
 * `PATCH /@users/{id}` (docs/content-and-access.md, Users, rules 5 to 7). Throws `forbidden`, `not-found`, and
 * `invalid-user` for invalid values.
 */
export const editUser: Operation<UserInput, null> = {
  permission: null,
  exists: isSiteRoot,
  async run(visit, { id, body }) {
    const manages = may(visit, permission.manageUsers)
    if (!manages && !isSelf(visit, id)) throw refuse(visit, message('user.foreign'))
    const { roles: _, password: __, ...profile } = body
    const edit = readEdit(manages ? body : profile)
    const portrait = readPortrait(visit, body.portrait)
    return { later: () => writeEdit(visit, id, { edit, portrait }) }
  },
}

function readEdit(sent: JsonObject): UserEdit {
  const read = readUserEdit(sent, assignableRoles)
  if (read.ok) return read.edit
  throw new DomainError('invalid-user', read.reason)
}

interface Wanted {
  readonly edit: UserEdit
  readonly portrait: Portrait | null | undefined
}

async function writeEdit(visit: Visit, id: string, { edit, portrait }: Wanted): Promise<null> {
  const { users, hashPassword } = visit.environment
  if (edit.profile.email !== undefined) await judgeEmail(visit, id, edit.profile.email)
  const passwordHash = edit.password ? await hashPassword(edit.password) : null
  return changePeople(users, [id], known => {
    const user = knownUser(visit, known, id)
    const groups = withStockGroups(known.groups)
    demandToManage(visit, isManager(user, groups) || edit.roles[managerRole] === true)
    const named = withEdit(user, edit)
    const next = passwordHash === null ? named : withPassword(named, passwordHash)
    return {
      users: [withPortrait(next, portrait)],
      ...(portrait === undefined ? {} : { portraits: new Map([[id, portrait]]) }),
      ...(isManager(user, groups) && !isManager(next, groups) ? { remaining: managersBy(groups) } : {}),
    }
  })
}

/** Forms send the unchanged address back: it is accepted even if another user has it too. */
async function judgeEmail({ environment }: Visit, id: string, email: string): Promise<void> {
  const user = await environment.users.user(id)
  if (user && user.email !== email) await refuseTakenEmail(environment, { id, email })
}

function withPortrait({ portrait: before, ...user }: User, portrait: Portrait | null | undefined): User {
  const digest = portrait === undefined ? before : portrait?.digest
  return digest === undefined ? user : { ...user, portrait: digest }
}

/** `DELETE /@users/{id}` (docs/content-and-access.md, Users, rules 6 and 8). Throws `forbidden` and `not-found`. */
export const removeUser: Operation<{ readonly id: string }, null> = {
  permission: permission.manageUsers,
  exists: isSiteRoot,
  run: async (visit, { id }) => ({
    later: () => changePeople(visit.environment.users, [id], known => removal(visit, known, id)),
  }),
}

function removal(visit: Visit, known: KnownPeople, id: string): PeopleChange {
  const user = knownUser(visit, known, id)
  const groups = withStockGroups(known.groups)
  demandToManage(visit, isManager(user, groups))
  return { removedUsers: [id], ...(isManager(user, groups) ? { remaining: managersBy(groups) } : {}) }
}
