import type { Instant } from '../../foundation/instants.js'
import type { User } from '../../people/userDirectory.js'
import { type Environment, readRoot, siteSecret } from '../run/environment.js'
import { currentKeys, signingKey, type TokenEnvironment } from './tokenKeys.js'

/**
 * A login that a token represents. It is valid until it expires, or the user logs out, changes the password or is
 * deleted.
 */
export interface Login {
  readonly id: string
  readonly user: string
  readonly issued: Instant
  readonly ends: Instant
  readonly passwordHash: string
}

/**
 * The maximum length of a token in characters. Tokens from this site usually have about 300 characters, and more if
 * user names are long.
 */
export const maxTokenLength = 8192

export async function readLogin(environment: TokenEnvironment, token: string): Promise<Login | null> {
  if (token.length > maxTokenLength) return null
  const { tokens, users } = environment
  const root = await readRoot(environment)
  const claims = await tokens.read(token, currentKeys(root, environment))
  const user = claims && (await users.user(claims.sub))
  if (!user || epochOf(environment, siteSecret(root), user) !== claims.epoch) return null
  const issued = Math.round(claims.iat * 1000)
  // If the configured lifetime is reduced, this also affects existing tokens.
  const ends = Math.min(claims.exp * 1000, issued + tokens.lifetime)
  return { id: claims.sid, user: user.id, issued, ends, passwordHash: user.passwordHash }
}

/** Returns the user of a login, or null if the login has ended (docs/content-and-access.md, Logins, rules 3 to 5). */
export async function userOfLogin({ users, now }: TokenEnvironment, login: Login): Promise<User | null> {
  if (login.ends <= now()) return null
  const account = await users.account(login.user, login)
  if (account?.user.passwordHash !== login.passwordHash) return null
  return account.hasEnded ? null : account.user
}

export async function endLogin({ users, tokens, now }: TokenEnvironment, { user, id }: Login): Promise<void> {
  const time = now()
  await users.endLogin(user, { id, until: time + tokens.lifetime, now: time })
}

/** Issues a token for a new login or for the renewal of `login` (docs/content-and-access.md, Logins). */
export async function issueToken(
  environment: TokenEnvironment,
  user: User,
  login: string = environment.newUid(),
): Promise<string> {
  const root = await readRoot(environment)
  const key = await signingKey(environment, root)
  const now = environment.now()
  const claims = {
    sub: user.id,
    fullname: user.fullname ?? '',
    iat: now / 1000,
    exp: Math.floor((now + environment.tokens.lifetime) / 1000),
    sid: login,
    epoch: epochOf(environment, siteSecret(root), user),
  }
  return environment.tokens.sign(claims, key)
}

function epochOf(
  { hmac }: Pick<Environment, 'hmac'>,
  secret: string,
  { passwordHash }: Pick<User, 'passwordHash'>,
): string {
  return hmac(secret, `epoch ${passwordHash}`).slice(0, 22)
}
