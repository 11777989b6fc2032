import { DomainError } from '../../foundation/domainError.js'
import { formatInstant } from '../../foundation/instants.js'
import type { JsonObject } from '../../foundation/json.js'
import { message } from '../../foundation/messages.js'
import { problemOfPassword } from '../../people/newUser.js'
import { withPassword } from '../../people/userEdit.js'
import type { LoginDoor } from '../../security/loginLimits.js'
import { permission } from '../../security/stockPermissions.js'
import { findUser } from '../people/authenticate.js'
import { changePeople, isSelf, missing, refuse } from '../people/peopleAccess.js'
import { postReset, requireMailer, resetUrl } from '../people/resetMails.js'
import { issueReset, setByToken } from '../people/resetTokens.js'
import type { Operation } from '../run/operation.js'
import { isSiteRoot, type Visit } from '../run/visit.js'

export interface PasswordInput {
  readonly id: string
  /** `old_password` or `reset_token`, with `new_password`; empty to request a token. */
  readonly body: JsonObject
  /** The limiter to pass before the old password is checked. */
  readonly door?: LoginDoor
}

/**
 * `POST /@users/{id}/reset-password` (docs/content-and-access.md, Passwords). Throws `bad-request` for an invalid
 * password, `forbidden` for the password of another user, `wrong-password`, `wrong-reset-token`, and the errors of the
 * limiter.
 */
export const resetPassword: Operation<PasswordInput, null> = {
  permission: null,
  exists: isSiteRoot,
  async run(visit, { id, body, door }) {
    const { old_password: old, reset_token: token, new_password: password } = body
    if (old === undefined && token === undefined && password === undefined) return requestReset(visit, id)
    if (token === undefined && !isSelf(visit, id)) throw refuse(visit, message('user.foreign'))
    if (typeof password !== 'string') throw malformed()
    const problem = problemOfPassword(password)
    if (problem) throw new DomainError('bad-request', problem)
    if (typeof token === 'string') return { later: () => setByToken(visit, { id, token, password }) }
    if (typeof old !== 'string') throw malformed()
    return { later: () => changeOwn(visit, { id, old, password }, door) }
  },
}

const malformed = (): DomainError => new DomainError('bad-request', message('reset.malformed'))

/** The answer does not reveal whether the user exists. */
function requestReset(visit: Visit, id: string): { readonly answer: null } {
  postReset(visit, id, { reason: 'reset', mailer: requireMailer(visit, 'bad-request') })
  return { answer: null }
}

interface OwnChange {
  readonly id: string
  readonly old: string
  readonly password: string
}

async function changeOwn(
  { environment }: Visit,
  { id, old, password }: OwnChange,
  door: LoginDoor | undefined,
): Promise<null> {
  const wrong = new DomainError('wrong-password', message('reset.old-password'))
  const user = await findUser(environment, { name: id, password: old }, door)
  if (!user) throw wrong
  const passwordHash = await environment.hashPassword(password)
  return changePeople(environment.users, [id], ({ users }) => {
    const now = users.get(id)
    if (now?.passwordHash !== user.passwordHash) throw wrong
    return { users: [withPassword(now, passwordHash)] }
  })
}

/**
 * A token for a site administrator to hand over: `token`, `ends`, and `path`, the reset page relative to a front end's
 * URL.
 */
export interface ResetToken {
  readonly token: string
  readonly ends: string
  readonly path: string
}

/**
 * Issues a token that sets the password of a user (docs/content-and-access.md, Passwords, rule 5). Throws `not-found`.
 */
export const issueResetToken: Operation<{ readonly id: string }, ResetToken> = {
  permission: permission.manageSite,
  exists: isSiteRoot,
  run: async (visit, { id }) => ({
    later: async () => {
      const issued = await issueReset(visit, id)
      if (!issued) throw missing(visit, message('user.missing', { id: id.slice(0, 100) }))
      const { token, ends } = issued
      return { token, ends: formatInstant(ends), path: resetUrl('', id, token) }
    },
  }),
}
