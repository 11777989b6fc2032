import type { LoginOptionsPayload, TokenPayload } from '../../answers/people.js'
import type { JsonObject } from '../../foundation/json.js'
import { DomainError, type Message, message } from '../../foundation/messages.js'
import { maxPasswordLength } from '../../people/newUser.js'
import type { LoginLimiter } from '../../security/loginLimits.js'
import { findUser } from '../people/authenticate.js'
import { endLogin, issueToken, readLogin, userOfLogin } from '../people/readLogin.js'
import { requireTokens, type TokenEnvironment } from '../people/tokenKeys.js'
import type { Operation } from '../run/operation.js'
import { atRoot, type RequestContext } from '../run/requestContext.js'

/** Common to all login operations: public, on the site root, only if tokens are configured. */
const tokenOperation = {
  ...atRoot,
  guard: ({ environment }: RequestContext) => void requireTokens(environment),
}

/** The credentials of a login as received, and the limiter to pass before the check. */
export interface PasswordLogin {
  readonly name: string
  readonly password: string
  readonly limiter?: LoginLimiter
}

export interface LoginInput {
  /** `login` and `password`. */
  readonly body: JsonObject
  /** The limiter for logins with a name. */
  limiter?(name: string): LoginLimiter
}

/** `GET /@login`: alternative login methods; none exist. */
export const listLoginOptions: Operation<undefined, LoginOptionsPayload> = {
  ...tokenOperation,
  run: async () => ({ answer: { options: [] } }),
}

/**
 * `POST /@login` (docs/content-and-access.md, Logins, rule 1). Throws `incomplete-login`, `wrong-login`, `busy` when
 * too many checks wait, and the errors of the limiter.
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

/** The credentials of a request; null if there are none. */
export type Credentials = { readonly token: string } | PasswordLogin | null

/**
 * `POST /@login-renew` (docs/content-and-access.md, Logins, rule 2). Depends only on the credentials: a caller
 * authenticated by an embedding application has no login here. Throws `wrong-token`, and for a name and a password the
 * errors of `logIn`.
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

/** `POST /@logout`: ends the login of a token (docs/content-and-access.md, Logins, rule 5); no effect without one. */
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
