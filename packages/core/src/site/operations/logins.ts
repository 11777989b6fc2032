import type { LoginOptionsPayload, TokenPayload } from '../../answers/people.js'
import { formatInstant } from '../../foundation/instants.js'
import type { JsonObject } from '../../foundation/json.js'
import { DomainError, type Message, message } from '../../foundation/messages.js'
import { maxPasswordLength, problemOfPassword, withPassword } from '../../people/userInput.js'
import type { LoginLimiter } from '../../security/loginLimits.js'
import { findUser } from '../people/authenticate.js'
import { issueReset, postReset, requireMailer, resetUrl, setByToken } from '../people/passwordReset.js'
import { changePeople, isSelf, missing, refuse } from '../people/peopleAccess.js'
import { endLogin, issueToken, readLogin, userOfLogin } from '../people/readLogin.js'
import { requireTokens, type TokenEnvironment } from '../people/tokenKeys.js'
import type { Operation } from '../run/operation.js'
import { administration, atRoot, type RequestContext } from '../run/requestContext.js'

/**
 * The common properties of login operations: they are public, available only on the site root, and require that tokens
 * are configured.
 */
const tokenOperation = {
  ...atRoot,
  guard: ({ environment }: RequestContext) => void requireTokens(environment),
}

/** A login name and a password. If `limiter` is given, it must admit the login before the password is checked. */
interface PasswordLogin {
  readonly name: string
  readonly password: string
  readonly limiter?: LoginLimiter
}

export interface LoginInput {
  /** The request body with the keys `login` and `password`. */
  readonly body: JsonObject
  limiter?(name: string): LoginLimiter
}

/** `GET /@login` returns the alternative login methods. The list is always empty. */
export const listLoginOptions: Operation<undefined, LoginOptionsPayload> = {
  ...tokenOperation,
  run: async () => ({ answer: { options: [] } }),
}

/**
 * `POST /@login` creates a login (docs/content-and-access.md, Logins, rule 1). Throws a DomainError `incomplete-login`
 * if the name or the password is missing, `wrong-login` if they are wrong, `busy` if too many password checks are
 * queued, and the errors of the limiter.
 */
export const logIn: Operation<LoginInput, TokenPayload> = {
  ...tokenOperation,
  async run({ environment }, { body, limiter }) {
    const { login: name, password } = body
    if (typeof name !== 'string' || typeof password !== 'string')
      throw new DomainError('incomplete-login', message('login.incomplete'))
    if (password.length > maxPasswordLength)
      throw wrongLogin(message('user.password-long', { most: maxPasswordLength }))
    return { later: () => logInWith(requireTokens(environment), { name, password, limiter: limiter?.(name) }) }
  },
}

const wrongLogin = (reason: Message): DomainError => new DomainError('wrong-login', reason)

async function logInWith(environment: TokenEnvironment, login: PasswordLogin): Promise<TokenPayload> {
  const user = await findUser(environment, login, login.limiter)
  if (!user) throw wrongLogin(message('access.credentials'))
  return { token: await issueToken(environment, user) }
}

/** The credentials in a request, or null if the request contains none. */
export type Credentials = { readonly token: string } | PasswordLogin | null

/**
 * `POST /@login-renew` issues a new token for a login (docs/content-and-access.md, Logins, rule 2). The user is
 * determined only from the credentials, because a caller who was authenticated by an application has no login on this
 * site. Throws a DomainError `wrong-token` if the token is missing or invalid or, for a name and a password, the errors
 * of `logIn`.
 */
export const renewLogin: Operation<Credentials, TokenPayload> = {
  ...tokenOperation,
  run: async ({ environment }, credentials) => ({
    later: async () => {
      const token = credentials && (await renew(requireTokens(environment), credentials))
      if (!token) throw new DomainError('wrong-token', message('login.token'))
      return { token }
    },
  }),
}

async function renew(environment: TokenEnvironment, credentials: NonNullable<Credentials>): Promise<string | null> {
  if ('token' in credentials) {
    const login = await readLogin(environment, credentials.token)
    const user = login && (await userOfLogin(environment, login))
    return user && issueToken(environment, user, login.id)
  }
  const user = await findUser(environment, credentials, credentials.limiter)
  return user && issueToken(environment, user)
}

/**
 * `POST /@logout` ends the login of a token (docs/content-and-access.md, Logins, rule 5). A request without a token has
 * no effect.
 */
export const logOut: Operation<Credentials, null> = {
  ...tokenOperation,
  run: async ({ environment }, credentials) => ({
    later: async () => {
      const tokenEnvironment = requireTokens(environment)
      const login = credentials && 'token' in credentials ? await readLogin(tokenEnvironment, credentials.token) : null
      if (login) await endLogin(tokenEnvironment, login)
      return null
    },
  }),
}

export interface PasswordInput {
  readonly id: string
  /**
   * The body, with `new_password` and either `old_password` or `reset_token`. An empty body requests an email with a
   * reset link.
   */
  readonly body: JsonObject
  /** The limiter, which must admit the request before the old password is checked. */
  readonly limiter?: LoginLimiter
}

/**
 * `POST /@users/{id}/reset-password` sets a password or requests an email with a reset link
 * (docs/content-and-access.md, Passwords). Throws a DomainError `bad-filter` if a value is missing, `bad-request` if
 * the new password is invalid, `forbidden` if the caller may not change this user's password, `wrong-password` or
 * `wrong-reset-token` if the old password or the token is wrong, and the errors of the limiter.
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

const malformed = (): DomainError => new DomainError('bad-filter', message('reset.malformed'))

/** Requests an email with a link for setting a password. The response does not disclose whether the user exists. */
function requestReset(context: RequestContext, id: string): { readonly answer: null } {
  postReset(context, id, { reason: 'reset', mailer: requireMailer(context, 'bad-request') })
  return { answer: null }
}

async function changeOwnPassword(
  context: RequestContext,
  { id, old, password }: { readonly id: string; readonly old: string; readonly password: string },
  limiter: LoginLimiter | undefined,
): Promise<null> {
  const { environment } = context
  const wrong = new DomainError('wrong-password', message('reset.old-password'))
  const user = await findUser(environment, { name: id, password: old }, limiter)
  if (!user) throw wrong
  const passwordHash = await environment.hashPassword(password)
  return changePeople(context, [id], ({ users }) => {
    const now = users.get(id)
    if (now?.passwordHash !== user.passwordHash) throw wrong
    return { users: [withPassword(now, passwordHash)] }
  })
}

/**
 * A reset token that a site administrator can pass on. `path` is the reset page, relative to the URL of a front end.
 */
export interface ResetToken {
  readonly token: string
  readonly ends: string
  readonly path: string
}

/**
 * Issues a token with which a user can set a password (docs/content-and-access.md, Passwords, rule 5). Throws a
 * DomainError `not-found` if the user does not exist.
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
