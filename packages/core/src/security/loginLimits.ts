import { DomainError } from '../foundation/domainError.js'
import { isEmail } from '../foundation/email.js'
import { message } from '../foundation/messages.js'
import { type Begun, type FailureCount, failureCount } from './failureCount.js'
import type { MinuteCounts } from './minuteCount.js'

/** Limits failed logins of one name from one IP address. Used only when a password must be checked. */
export interface LoginDoor {
  /** Resolves if the password may be checked; otherwise throws a DomainError `too-many-requests`. */
  admit(): Promise<void>
  /** Runs a check, and counts a failed login if it returns false. Throws like `admit`. */
  watch(check: () => Promise<boolean>): Promise<boolean>
  /** Records that this user logged in, so that strangers cannot lock the name out at this address. */
  succeed?(user: string): void
}

/** A login name with its client address; for IPv6, the network prefix. */
export interface LoginPlace {
  readonly name: string
  readonly address: string
}

/** The addresses from which users have logged in before (docs/http-answers.md, Logins that fail, rule 7). */
export interface LoginPlaces {
  isKnown(place: LoginPlace): Promise<boolean>
  /** Writes in the background: logins neither wait for the write nor fail if it fails. */
  add(user: string, place: LoginPlace): void
}

/**
 * Failed logins allowed per minute. `name`: per name and address, and ten times as many per name from all addresses;
 * `address`: per address.
 */
export interface LoginFailures {
  readonly name: number
  readonly address: number
}

export const usualLoginFailures: LoginFailures = { name: 10, address: 30 }

/** The origin of a login. */
export interface LoginSource {
  readonly address: string
  /** Whether many people share the address, such as behind a proxy on this machine: then the address has no limit. */
  readonly isShared: boolean
}

export interface LoginLimitsWorld {
  /** Counters of failures. */
  readonly counts: MinuteCounts
  /** Shortens keys: clients send names of any length. */
  digest(text: string): string
  /**
   * Resolves after a short delay, during which checks of other processes may end; omit it if only this process uses the
   * counters.
   */
  pause?(): Promise<void>
  /** Omit to ignore earlier logins. */
  readonly places?: LoginPlaces
}

/** A limit with the key of one login. */
interface Limit {
  readonly count: FailureCount
  readonly key: string
}

/**
 * Limits failed logins (docs/http-answers.md, Logins that fail). The returned function creates the limiter for a name;
 * it calls `source` only when a password must be checked.
 */
export function loginLimits(
  { name: most, address: maxOfAddress }: LoginFailures,
  { counts, digest, pause, places }: LoginLimitsWorld,
): (name: string, source: () => LoginSource) => LoginDoor {
  const ofNameHere = failureCount(most, counts, 'login-name-here')
  const ofName = failureCount(10 * most, counts, 'login-name')
  const ofAddress = failureCount(maxOfAddress, counts, 'login-address')
  const watch = watcher(pause)
  return (name, source) => {
    const counted = nameAsFound(name)
    const limits = async (): Promise<readonly Limit[]> => {
      const { address, isShared } = source()
      const isKnown = !isShared && (await places?.isKnown({ name: counted, address }))
      return [
        { count: ofNameHere, key: digest(`${address} ${counted}`) },
        // Attempts of strangers elsewhere must not lock the name out at an address where it has logged in before.
        ...(isKnown ? [] : [{ count: ofName, key: digest(counted) }]),
        ...(isShared ? [] : [{ count: ofAddress, key: digest(address) }]),
      ]
    }
    let found: ReturnType<typeof limits> | undefined
    const limitsOnce = () => {
      found ??= limits()
      return found
    }
    return {
      admit: async () => admit(await limitsOnce()),
      watch: async check => watch(await limitsOnce(), check),
      succeed: user => {
        const { address, isShared } = source()
        if (!isShared) places?.add(user, { name: counted, address })
      },
    }
  }
}

/**
 * E-mail addresses are matched to accounts case-insensitively. They are counted separately from user names: a common
 * counter would disclose the e-mail addresses of accounts (docs/http-answers.md, Logins that fail, rule 5).
 */
const nameAsFound = (name: string): string => (isEmail(name) ? name.toLowerCase() : name)

async function admit(limits: readonly Limit[]): Promise<void> {
  const waits = await Promise.all(limits.map(({ count, key }) => count.wait(key)))
  const longest = Math.max(...waits)
  if (longest === 0) return
  throw tooMany(Math.min(...limits.filter((_, i) => waits[i]).map(({ count }) => count.most)), longest)
}

function tooMany(most: number, milliseconds: number): DomainError {
  const seconds = Math.ceil(milliseconds / 1000)
  return new DomainError('too-many-requests', message('login.too-many', { most, seconds }), { retryAfter: seconds })
}

/** Maximum number of retries; with pauses, they take longer than checks of other processes can. */
const maxPauses = 200

/**
 * Runs checks. A check that would exceed a limit if all running ones failed waits for them to end, so that concurrent
 * logins cannot exceed the limit.
 */
function watcher(pause: LoginLimitsWorld['pause']) {
  let running = 0
  let waiting: (() => void)[] = []
  const endOfOne = () => new Promise<void>(resolve => waiting.push(resolve))
  const leave = (): void => {
    running -= 1
    const woken = waiting
    waiting = []
    for (const goOn of woken) goOn()
  }
  const tryOnce = async (limits: readonly Limit[]): Promise<readonly Begun[] | null> => {
    await admit(limits)
    const begun = await beginAll(limits)
    if (begun) running += 1
    else if (running === 0 && !pause) throw tooMany(limits[0]?.count.most ?? 0, 1000)
    return begun
  }
  const tryInTurn = oneByOne(tryOnce)
  const begin = async (limits: readonly Limit[]): Promise<readonly Begun[]> => {
    for (let pauses = 0; pauses < maxPauses; pauses++) {
      const ended = endOfOne()
      const begun = await tryInTurn(limits)
      if (begun) return begun
      await Promise.race(pause ? [ended, pause()] : [ended])
    }
    throw tooMany(limits[0]?.count.most ?? 0, 1000)
  }
  return async (limits: readonly Limit[], check: () => Promise<boolean>): Promise<boolean> => {
    const begun = await begin(limits)
    let fits = true
    try {
      fits = await check()
      return fits
    } finally {
      await Promise.all(begun.map(one => (fits ? one.succeed() : one.fail())))
      leave()
    }
  }
}

/** Serializes attempts: concurrent ones could each take a part of the limits and all fail to begin. */
function oneByOne<A, T>(attempt: (asked: A) => Promise<T>): (asked: A) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return asked => {
    const own = last.then(() => attempt(asked))
    last = own.catch(() => {})
    return own
  }
}

/** Begins an attempt under all limits, or under none. */
async function beginAll(limits: readonly Limit[]): Promise<readonly Begun[] | null> {
  const begun: Begun[] = []
  for (const { count, key } of limits) {
    const added = await count.begin(key)
    if (!added) {
      await Promise.all(begun.map(one => one.succeed()))
      return null
    }
    begun.push(added)
  }
  return begun
}
