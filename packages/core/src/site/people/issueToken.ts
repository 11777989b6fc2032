import type { User } from '../../people/userDirectory.js'
import type { Environment } from '../run/environment.js'
import { siteSecret } from '../run/siteSecret.js'
import { readRoot, signingKey, type TokenEnvironment } from './tokenKeys.js'

/** A token for a user who has just logged in, or who renews the login `login` (docs/content-and-access.md, Logins). */
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

/** A digest that changes with the password of a user, without revealing it. */
export function epochOf(
  { hmac }: Pick<Environment, 'hmac'>,
  secret: string,
  { passwordHash }: Pick<User, 'passwordHash'>,
): string {
  return hmac(secret, `epoch ${passwordHash}`).slice(0, 22)
}
