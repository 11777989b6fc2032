import type { Instant } from '../../foundation/instants.js'
import { DomainError, type ErrorCode, message } from '../../foundation/messages.js'
import type { User } from '../../people/userDirectory.js'
import { withPassword } from '../../people/userInput.js'
import { type Mail, type Mailer, newSecret, siteSecret } from '../run/environment.js'
import type { RequestContext } from '../run/requestContext.js'
import { userWithEmail } from './authenticate.js'
import { usersWithEmail } from './emailLogins.js'
import { changePeople } from './peopleAccess.js'

const defaultLifetime = 24 * 60 * 60 * 1000

const resetLifetime = ({ environment }: Pick<RequestContext, 'environment'>): number =>
  environment.resetLifetime ?? defaultLifetime

interface IssuedReset {
  readonly user: User
  readonly token: string
  readonly ends: Instant
}

/**
 * Issues a single-use token with which a user can set a password (docs/content-and-access.md, Passwords, rules 3 and
 * 4). Returns null if the user is unknown or the previous token was issued less than `pause` milliseconds ago.
 */
export async function issueReset(context: RequestContext, id: string, pause = 0): Promise<IssuedReset | null> {
  const { environment } = context
  const token = newSecret(environment)
  const now = environment.now()
  const reset = { digest: digestOf(context, id, token), issued: now, ends: now + resetLifetime(context) }
  const issued: IssuedReset[] = []
  await environment.users.change([id], ({ users }) => {
    const user = users.get(id)
    if (!user || (user.reset && now - user.reset.issued < pause)) return {}
    issued.push({ user, token, ends: reset.ends })
    return { users: [{ ...user, reset }] }
  })
  return issued[0] ?? null
}

/**
 * Returns the digest of a reset token. It is stored instead of the token, so that a copy of the database cannot be used
 * to set a password.
 */
const digestOf = ({ environment, node }: RequestContext, id: string, token: string): string =>
  environment.hmac(siteSecret(node), `reset ${id} ${token}`)

interface TokenAndPassword {
  readonly id: string
  readonly token: string
  readonly password: string
}

/**
 * Sets a password and invalidates the token. If the token is refused, the error `wrong-reset-token` does not disclose
 * the reason.
 */
export async function setByToken(context: RequestContext, { id, token, password }: TokenAndPassword): Promise<null> {
  const { users, now, hashPassword } = context.environment
  const digest = digestOf(context, id, token)
  const isValid = ({ reset }: User): boolean => reset?.digest === digest && reset.ends > now()
  const candidate = await users.user(id)
  // The token is checked first, because hashing the password is slow.
  if (!candidate || !isValid(candidate)) throw wrongToken()
  const passwordHash = await hashPassword(password)
  return changePeople(context, [id], people => {
    const user = people.users.get(id)
    if (!user || !isValid(user)) throw wrongToken()
    return { users: [withPassword(user, passwordHash)] }
  })
}

const wrongToken = (): DomainError => new DomainError('wrong-reset-token', message('reset.token'))

/** The minimum interval between two emails to the same address, in milliseconds. */
const pause = 5 * 60 * 1000
const hour = 60 * 60 * 1000

type Reason = 'welcome' | 'reset'

export function requireMailer({ environment }: RequestContext, code: ErrorCode): Mailer {
  if (environment.mailer) return environment.mailer
  throw new DomainError(code, message('reset.no-mail'))
}

/**
 * Sends an email with a reset link in the background, in the language of the request (docs/content-and-access.md,
 * Passwords, rule 3).
 */
export function postReset(
  context: RequestContext,
  id: string,
  { reason, mailer }: { reason: Reason; mailer: Mailer },
): void {
  mailer.post(async () => {
    const { environment } = context
    const user = (await environment.users.user(id)) ?? (await userWithEmail(environment, id))
    if (!user || (reason === 'reset' && (await hasRecentMail(context, user)))) return null
    const issued = await issueReset(context, user.id, pause)
    return issued && resetMail(context, issued, { reason, base: mailer.base })
  })
}

/** Whether a user with the same email address has a token that was issued within the last `pause` milliseconds. */
async function hasRecentMail({ environment }: RequestContext, { email }: User): Promise<boolean> {
  const users = await usersWithEmail(environment, email)
  return users.some(({ reset }) => reset !== undefined && environment.now() - reset.issued < pause)
}

function resetMail(
  context: RequestContext,
  { user, token }: IssuedReset,
  { reason, base }: { readonly reason: Reason; readonly base: string },
): Mail {
  const { node, translate } = context
  const values = {
    site: String(node.fields.title ?? '').slice(0, 200) || base,
    user: user.id,
    name: plainName(user),
    url: resetUrl(base, user.id, token),
    hours: Math.floor(resetLifetime(context) / hour),
  }
  const isWelcome = reason === 'welcome'
  return {
    to: user.email,
    subject: translate(message(isWelcome ? 'mail.welcome-subject' : 'mail.reset-subject', values)),
    text: translate(message(isWelcome ? 'mail.welcome-text' : 'mail.reset-text', values)),
  }
}

/**
 * Returns the full name of a user if it is a single line of at most 100 letters, digits and common punctuation marks
 * without a hostname, and otherwise returns the user id. Visitors can register with the email address of another
 * person, so the name in the email must not contain a message.
 */
function plainName({ id, fullname }: User): string {
  const isPlain = /^[\p{L}\p{M}\p{N} .,'’()-]{1,100}$/u.test(fullname ?? '') && !/\.\p{L}{2}/u.test(fullname ?? '')
  return (isPlain && fullname) || id
}

export const resetUrl = (base: string, id: string, token: string): string =>
  `${base}/passwordreset/${token}?userid=${encodeURIComponent(id)}`
