import { DomainError } from '../../foundation/domainError.js'
import type { Instant } from '../../foundation/instants.js'
import { message } from '../../foundation/messages.js'
import type { User } from '../../people/userDirectory.js'
import { withPassword } from '../../people/userEdit.js'
import { newSecret, siteSecret } from '../run/siteSecret.js'
import type { Visit } from '../run/visit.js'
import { changePeople } from './peopleAccess.js'

const usualLifetime = 24 * 60 * 60 * 1000

/** Lifetime in milliseconds of a token that sets a password. */
export const resetLifetime = ({ environment }: Pick<Visit, 'environment'>): number =>
  environment.resetLifetime ?? usualLifetime

export interface IssuedReset {
  readonly user: User
  readonly token: string
  readonly ends: Instant
}

/**
 * A single-use token that sets the password of a user (docs/content-and-access.md, Passwords, rules 3 and 4). Null for
 * an unknown user, and if the last token was issued less than `pause` milliseconds ago.
 */
export async function issueReset(visit: Visit, id: string, pause = 0): Promise<IssuedReset | null> {
  const { environment } = visit
  const token = newSecret(environment)
  const now = environment.now()
  const reset = { digest: digestOf(visit, id, token), issued: now, ends: now + resetLifetime(visit) }
  const issued: IssuedReset[] = []
  await environment.users.change([id], ({ users }) => {
    const user = users.get(id)
    if (!user || (user.reset && now - user.reset.issued < pause)) return {}
    issued.push({ user, token, ends: reset.ends })
    return { users: [{ ...user, reset }] }
  })
  return issued[0] ?? null
}

/** Stored instead of the token: a copy of the data cannot set a password. */
function digestOf({ environment, node }: Visit, id: string, token: string): string {
  return environment.hmac(siteSecret(node), `reset ${id} ${token}`)
}

export interface TokenAndPassword {
  readonly id: string
  readonly token: string
  readonly password: string
}

/** Sets a password and consumes the token. Throws `wrong-reset-token`, without a reason. */
export async function setByToken(visit: Visit, { id, token, password }: TokenAndPassword): Promise<null> {
  const { users, now, hashPassword } = visit.environment
  const digest = digestOf(visit, id, token)
  const fits = ({ reset }: User): boolean => reset?.digest === digest && reset.ends > now()
  const known = await users.user(id)
  // Checked first, because hashing is expensive.
  if (!known || !fits(known)) throw wrongToken()
  const passwordHash = await hashPassword(password)
  return changePeople(users, [id], found => {
    const user = found.users.get(id)
    if (!user || !fits(user)) throw wrongToken()
    return { users: [withPassword(user, passwordHash)] }
  })
}

const wrongToken = (): DomainError => new DomainError('wrong-reset-token', message('reset.token'))
