import { formatInstant } from '../../foundation/instants.js'
import type { JsonObject } from '../../foundation/json.js'
import { badRequest, DomainError, message } from '../../foundation/messages.js'
import { problemOfPassword } from '../../people/newUser.js'
import { withPassword } from '../../people/userEdit.js'
import type { LoginLimiter } from '../../security/loginLimits.js'
import { findUser } from '../people/authenticate.js'
import { issueReset, postReset, requireMailer, resetUrl, setByToken } from '../people/passwordReset.js'
import { changePeople, isSelf, missing, refuse } from '../people/peopleAccess.js'
import type { Operation } from '../run/operation.js'
import { administration, atRoot, type RequestContext } from '../run/requestContext.js'

export interface PasswordInput {
  readonly id: string
  /** `old_password` or `reset_token`, with `new_password`; empty to request a token. */
  readonly body: JsonObject
  /** The limiter to pass before the old password is checked. */
  readonly limiter?: LoginLimiter
}

/**
 * `POST /@users/{id}/reset-password` (docs/content-and-access.md, Passwords). Throws `bad-request` for an invalid
 * password, `forbidden` for the password of another user, `wrong-password`, `wrong-reset-token`, and the errors of the
 * limiter.
 */
export const resetPassword: Operation<PasswordInput, null> = {
  ...atRoot,
  async run(context, { id, body, limiter }) {
    const { old_password: old, reset_token: token, new_password: password } = body
    if (old === undefined && token === undefined && password === undefined) return requestReset(context, id)
    if (token === undefined && !isSelf(context, id)) throw refuse(context, message('user.foreign'))
    if (typeof password !== 'string') throw malformed()
    const problem = problemOfPassword(password)
    if (problem) throw new DomainError('bad-request', problem)
    if (typeof token === 'string') return { later: () => setByToken(context, { id, token, password }) }
    if (typeof old !== 'string') throw malformed()
    return { later: () => changeOwnPassword(context, { id, old, password }, limiter) }
  },
}

const malformed = (): DomainError => badRequest('reset.malformed')

/** The answer does not reveal whether the user exists. */
function requestReset(context: RequestContext, id: string): { readonly answer: null } {
  postReset(context, id, { reason: 'reset', mailer: requireMailer(context, 'bad-request') })
  return { answer: null }
}

async function changeOwnPassword(
  { environment }: RequestContext,
  { id, old, password }: { readonly id: string; readonly old: string; readonly password: string },
  limiter: LoginLimiter | undefined,
): Promise<null> {
  const wrong = new DomainError('wrong-password', message('reset.old-password'))
  const user = await findUser(environment, { name: id, password: old }, limiter)
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
  ...administration,
  run: async (context, { id }) => ({
    later: async () => {
      const reset = await issueReset(context, id)
      if (!reset) throw missing(context, message('user.missing', { id: id.slice(0, 100) }))
      const { token, ends } = reset
      return { token, ends: formatInstant(ends), path: resetUrl('', id, token) }
    },
  }),
}
