import type { JsonObject } from '../../foundation/json.js'
import { DomainError, message } from '../../foundation/messages.js'
import { withStockGroups } from '../../people/groups.js'
import { isManager, managerRole, managersBy } from '../../people/managers.js'
import { rolesOfUser } from '../../people/presentUser.js'
import type { PeopleChange, PeopleSnapshot, Portrait, User } from '../../people/userDirectory.js'
import { readUserEdit, type UserEdit, withEdit, withPassword } from '../../people/userInput.js'
import { assignableRoles, permission } from '../../security/permissions.js'
import { refuseTakenEmail } from '../people/emailLogins.js'
import { changePeople, isSelf, refuse, requireManagerRights, requireUser } from '../people/peopleAccess.js'
import { readPortrait, scaledPortrait, type UploadedPortrait } from '../people/portrait.js'
import type { Operation } from '../run/operation.js'
import { atRoot, hasPermission, isSiteRoot, type RequestContext } from '../run/requestContext.js'

/**
 * `PATCH /@users/{id}` (docs/content-and-access.md, Users, rules 5 to 7). Throws `forbidden`, `not-found`, and
 * `invalid-user` for invalid values.
 */
export const editUser: Operation<{ readonly id: string; readonly body: JsonObject }, null> = {
  ...atRoot,
  async run(context, { id, body }) {
    const manages = hasPermission(context, permission.manageUsers)
    if (!manages && !isSelf(context, id)) throw refuse(context, message('user.foreign'))
    const { roles: _, password: __, ...profile } = body
    const edit = readEdit(manages ? body : profile)
    const portrait = readPortrait(context, body.portrait)
    return { later: () => writeEdit(context, id, { edit, portrait }) }
  },
}

function readEdit(body: JsonObject): UserEdit {
  const result = readUserEdit(body, assignableRoles)
  if (result.ok) return result.edit
  throw new DomainError('invalid-user', result.reason)
}

interface UserUpdate {
  readonly edit: UserEdit
  readonly portrait: UploadedPortrait | null | undefined
}

async function writeEdit(context: RequestContext, id: string, { edit, portrait: upload }: UserUpdate): Promise<null> {
  const { users, hashPassword } = context.environment
  const portrait = upload ? await scaledPortrait(context, upload) : upload
  if (edit.profile.email !== undefined) await judgeEmail(context, id, edit.profile.email)
  const passwordHash = edit.password ? await hashPassword(edit.password) : null
  return changePeople(users, [id], people => {
    const user = requireUser(context, people, id)
    const groups = withStockGroups(people.groups)
    const edited = withEdit(user, edit, rolesOfUser({ ...user, roles: [] }, groups))
    requireManagerRights(context, isManager(user, groups) || edited.roles.includes(managerRole))
    const next = passwordHash === null ? edited : withPassword(edited, passwordHash)
    return {
      users: [withPortrait(next, portrait)],
      ...(portrait === undefined ? {} : { portraits: new Map([[id, portrait]]) }),
      ...(isManager(user, groups) && !isManager(next, groups) ? { remaining: managersBy(groups) } : {}),
    }
  })
}

/** Forms send the unchanged address back: it is accepted even if another user has it too. */
async function judgeEmail({ environment }: RequestContext, id: string, email: string): Promise<void> {
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
  run: async (context, { id }) => ({
    later: () => changePeople(context.environment.users, [id], people => removal(context, people, id)),
  }),
}

function removal(context: RequestContext, people: PeopleSnapshot, id: string): PeopleChange {
  const user = requireUser(context, people, id)
  const groups = withStockGroups(people.groups)
  requireManagerRights(context, isManager(user, groups))
  return { removedUsers: [id], ...(isManager(user, groups) ? { remaining: managersBy(groups) } : {}) }
}
