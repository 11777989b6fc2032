import type { Instant } from '../../foundation/instants.js'
import type { User } from '../../people/userDirectory.js'
import { siteSecret } from '../run/siteSecret.js'
import { epochOf } from './issueToken.js'
import { currentKeys, readRoot, type TokenEnvironment } from './tokenKeys.js'

/** What a token proves, as long as its user is there, keeps the password and does not log out. */
export interface Login {
  readonly id: string
  readonly user: string
  readonly issued: Instant
  readonly ends: Instant
  readonly passwordHash: string
}

/** Ours are about 300 characters long; a user may have a long name. */
export const maxTokenLength = 8192

/** The login of a token that this site has issued and whose password is still that of the user; null for any other. */
export async function readLogin(environment: TokenEnvironment, token: string): Promise<Login | null> {
  if (token.length > maxTokenLength) return null
  const { tokens, users } = environment
  const root = await readRoot(environment)
  const claims = await tokens.read(token, currentKeys(root, environment))
  const user = claims && (await users.user(claims.sub))
  if (!user || epochOf(environment, siteSecret(root), user) !== claims.epoch) return null
  const issued = Math.round(claims.iat * 1000)
  // A shorter lifetime counts for tokens that were issued before it was set.
  const ends = Math.min(claims.exp * 1000, issued + tokens.lifetime)
  return { id: claims.sid, user: user.id, issued, ends, passwordHash: user.passwordHash }
}

/** The user of a login, as they are now; null when it has ended (docs/content-and-access.md, Logins, rules 3 to 5). */
export async function userOfLogin({ users, now }: TokenEnvironment, login: Login): Promise<User | null> {
  if (login.ends <= now()) return null
  const account = await users.account(login.user, login)
  if (account?.user.passwordHash !== login.passwordHash) return null
  return account.hasEnded ? null : account.user
}

/** Ends a login: no token of it is valid from now on, in whichever process. */
export async function endLogin({ users, tokens, now }: TokenEnvironment, { user, id }: Login): Promise<void> {
  const time = now()
  await users.endLogin(user, { id, until: time + tokens.lifetime, now: time })
}
