import { DomainError, message } from '../foundation/messages.js'
import type { LoginSource } from './loginLimits.js'
import type { MinuteCounts } from './minuteCount.js'

/**
 * The maximum numbers of registrations per minute: from the same network address, and with the same email address. Each
 * registration sends an email.
 */
const [maxFromAddress, maxWithEmail] = [10, 3]

/**
 * Counts a registration. Throws a DomainError `too-many-requests` after too many registrations in one minute
 * (docs/limits.md, Connections and logins).
 */
export type RegistrationLimit = (source: LoginSource, email: string) => Promise<void>

/**
 * Creates a function that limits the registrations of visitors. `digest` limits the length of the counter keys. The
 * limit per network address does not apply to shared addresses (see `LoginSource`).
 */
export function registrationLimit(counts: MinuteCounts, digest: (text: string) => string): RegistrationLimit {
  const fromAddress = counts('registration-address')
  const withEmail = counts('registration-email')
  return async ({ address, isShared }, email) => {
    const ofAddress = isShared ? null : await fromAddress.add(digest(address))
    if (ofAddress && ofAddress.times > maxFromAddress) throw tooMany(ofAddress.wait)
    const ofEmail = await withEmail.add(digest(email.toLowerCase()))
    if (ofEmail.times > maxWithEmail) throw tooMany(ofEmail.wait)
  }
}

function tooMany(milliseconds: number): DomainError {
  const seconds = Math.ceil(milliseconds / 1000)
  return new DomainError('too-many-requests', message('user.too-many', { seconds }), { retryAfter: seconds })
}
