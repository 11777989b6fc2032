import { isEmail } from '../foundation/email.js'
import { DomainError, message } from '../foundation/messages.js'
import { type Attempt, type FailureCount, failureCount, type MinuteCounts } from './minuteCount.js'

/**
 * Limits failed logins with one name from one IP address. It is used only for requests in which a password must be
 * checked.
 */
export interface LoginLimiter {
  /** Resolves if the password may be checked. Otherwise throws a DomainError `too-many-requests`. */
  admit(): Promise<void>
  /** Runs a password check, and counts a failed login if the check returns false. Throws the same error as `admit`. */
  watch(check: () => Promise<boolean>): Promise<boolean>
  /**
   * Records a successful login from this address. Attackers at other addresses can then no longer lock out the user at
   * this address.
   */
  succeed?(user: string): void
}

/** A login name and a client address. For IPv6, the address is the network prefix. */
export interface LoginOrigin {
  readonly name: string
  readonly address: string
}

/** The addresses from which users have successfully logged in (docs/http-answers.md, Failed logins, rule 7). */
export interface KnownOrigins {
  isKnown(origin: LoginOrigin): Promise<boolean>
  /** Stores an address in the background. Logins neither wait for this write nor fail if it fails. */
  add(user: string, origin: LoginOrigin): void
}

/**
 * The maximum numbers of failed logins per minute. `name` is the limit per name and address, and ten times this number
 * is the limit per name from all addresses. `address` is the limit per address.
 */
export interface LoginFailures {
  readonly name: number
  readonly address: number
}

export const defaultLoginFailures: LoginFailures = { name: 10, address: 30 }

/** The client address of a login. */
export interface LoginSource {
  readonly address: string
  /**
   * Whether many people share the address, for example behind a proxy on this machine. The limit per address does not
   * apply to shared addresses.
   */
  readonly isShared: boolean
}

export interface LoginLimitsOptions {
  readonly counts: MinuteCounts
  /** Returns the digest of a string. Digests are the keys of counters, because clients can send names of any length. */
  digest(text: string): string
  /**
   * Resolves after a short delay, during which checks by other processes may finish. Omit this function if no other
   * process uses the counters.
   */
  pause?(): Promise<void>
  /** The addresses of earlier logins. If they are omitted, earlier logins have no effect. */
  readonly origins?: KnownOrigins
}

interface Limit {
  readonly count: FailureCount
  readonly key: string
}

/**
 * Returns a function that creates the limiter of failed logins for a name (docs/http-answers.md, Failed logins).
 * `source` is called only if a password must be checked.
 */
export function loginLimits(
  { name: limit, address: maxOfAddress }: LoginFailures,
  { counts, digest, pause, origins }: LoginLimitsOptions,
): (name: string, source: () => LoginSource) => LoginLimiter {
  const ofNameHere = failureCount(limit, counts, 'login-name-here')
  const ofName = failureCount(10 * limit, counts, 'login-name')
  const ofAddress = failureCount(maxOfAddress, counts, 'login-address')
  const watch = createWatcher(pause)
  return (name, source) => {
    const normalized = normalizedName(name)
    const limits = async (): Promise<readonly Limit[]> => {
      const { address, isShared } = source()
      const isKnown = !isShared && (await origins?.isKnown({ name: normalized, address }))
      return [
        { count: ofNameHere, key: digest(`${address} ${normalized}`) },
        // Attempts from other addresses must not lock out a user at an address from which the user has logged in
        // before.
        ...(isKnown ? [] : [{ count: ofName, key: digest(normalized) }]),
        ...(isShared ? [] : [{ count: ofAddress, key: digest(address) }]),
      ]
    }
    let loaded: ReturnType<typeof limits> | undefined
    const limitsOnce = () => {
      loaded ??= limits()
      return loaded
    }
    return {
      admit: async () => admit(await limitsOnce()),
      watch: async check => watch(await limitsOnce(), check),
      succeed: user => {
        const { address, isShared } = source()
        if (!isShared) origins?.add(user, { name: normalized, address })
      },
    }
  }
}

/**
 * Returns the name under which failed logins are counted. Email addresses are counted in lower case, because they are
 * matched case-insensitively. They are counted separately from user names, because a common counter would disclose the
 * email addresses of users (docs/http-answers.md, Failed logins, rule 5).
 */
const normalizedName = (name: string): string => (isEmail(name) ? name.toLowerCase() : name)

async function admit(limits: readonly Limit[]): Promise<void> {
  const waits = await Promise.all(limits.map(({ count, key }) => count.wait(key)))
  const maxWait = Math.max(...waits)
  if (maxWait === 0) return
  throw tooMany(Math.min(...limits.filter((_, i) => waits[i]).map(({ count }) => count.limit)), maxWait)
}

function tooMany(limit: number, milliseconds: number): DomainError {
  const seconds = Math.ceil(milliseconds / 1000)
  return new DomainError('too-many-requests', message('login.too-many', { most: limit, seconds }), {
    retryAfter: seconds,
  })
}

const maxPauses = 200

/**
 * Creates a function that runs password checks. A check waits while the checks in progress could together exceed a
 * limit.
 */
function createWatcher(pause: LoginLimitsOptions['pause']) {
  let running = 0
  let waiting: (() => void)[] = []
  const nextEnd = () => new Promise<void>(resolve => waiting.push(resolve))
  const endCheck = (): void => {
    running -= 1
    const resumed = waiting
    waiting = []
    for (const resume of resumed) resume()
  }
  const tryOnce = async (limits: readonly Limit[]): Promise<readonly Attempt[] | null> => {
    await admit(limits)
    const attempts = await beginAttempts(limits)
    if (attempts) running += 1
    else if (running === 0 && !pause) throw tooMany(limits[0]?.count.limit ?? 0, 1000)
    return attempts
  }
  const tryAlone = serialized(tryOnce)
  const begin = async (limits: readonly Limit[]): Promise<readonly Attempt[]> => {
    for (let pauses = 0; pauses < maxPauses; pauses++) {
      const ended = nextEnd()
      const attempts = await tryAlone(limits)
      if (attempts) return attempts
      await Promise.race(pause ? [ended, pause()] : [ended])
    }
    throw tooMany(limits[0]?.count.limit ?? 0, 1000)
  }
  return async (limits: readonly Limit[], check: () => Promise<boolean>): Promise<boolean> => {
    const attempts = await begin(limits)
    let isCorrect = true
    try {
      isCorrect = await check()
      return isCorrect
    } finally {
      await Promise.all(attempts.map(attempt => (isCorrect ? attempt.succeed() : attempt.fail())))
      endCheck()
    }
  }
}

/**
 * Returns a function that runs attempts one after another, because concurrent attempts could each use up a part of
 * several limits and thus block one another.
 */
function serialized<A, T>(attempt: (input: A) => Promise<T>): (input: A) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return input => {
    const result = last.then(() => attempt(input))
    last = result.catch(() => {})
    return result
  }
}

/** Begins an attempt under all limits. If one limit does not allow the attempt, begins no attempt and returns null. */
async function beginAttempts(limits: readonly Limit[]): Promise<readonly Attempt[] | null> {
  const attempts: Attempt[] = []
  for (const { count, key } of limits) {
    const attempt = await count.begin(key)
    if (!attempt) {
      await Promise.all(attempts.map(begunAttempt => begunAttempt.succeed()))
      return null
    }
    attempts.push(attempt)
  }
  return attempts
}
