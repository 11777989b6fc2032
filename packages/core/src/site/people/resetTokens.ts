import { DomainError } from '../../foundation/domainError.js'
import type { Instant } from '../../foundation/instants.js'
import { message } from '../../foundation/messages.js'
import type { User } from '../../people/userDirectory.js'
import { withPassword } from '../../people/userEdit.js'
import { newSecret, siteSecret } from '../run/siteSecret.js'
import type { Visit } from '../run/visit.js'
import { changePeople } from './peopleAccess.js'

const usualLifetime = 24 * 60 * 60 * 1000

/** Milliseconds for which a token that sets a password is valid. */
export const resetLifetime = ({ environment }: Pick<Visit, 'environment'>): number =>
  environment.resetLifetime ?? usualLifetime

export interface IssuedReset {
  readonly user: User
  readonly token: string
  readonly ends: Instant
}

/**
 * A token with which a user may set a password once (docs/content-and-access.md, Passwords, rules 3 and 4). Null for who
 * does not exist, or has got one within the last `pause` milliseconds.
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

/** Stored in place of the token: a copy of the data sets no password. */
function digestOf({ environment, node }: Visit, id: string, token: string): string {
  return environment.hmac(siteSecret(node), `reset ${id} ${token}`)
}

export interface TokenAndPassword {
  readonly id: string
  readonly token: string
  readonly password: string
}

/** Sets a password by a token, which counts no more then. Throws `wrong-reset-token`, whatever is wrong with it. */
export async function setByToken(visit: Visit, { id, token, password }: TokenAndPassword): Promise<null> {
  const { users, now, hashPassword } = visit.environment
  const digest = digestOf(visit, id, token)
  const fits = ({ reset }: User): boolean => reset?.digest === digest && reset.ends > now()
  const known = await users.user(id)
  // Before the hashing, which costs.
  if (!known || !fits(known)) throw wrongToken()
  const passwordHash = await hashPassword(password)
  return changePeople(users, [id], found => {
    const user = found.users.get(id)
    if (!user || !fits(user)) throw wrongToken()
    return { users: [withPassword(user, passwordHash)] }
  })
}

const wrongToken = (): DomainError => new DomainError('wrong-reset-token', message('reset.token'))
