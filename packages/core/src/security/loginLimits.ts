import { DomainError } from '../foundation/domainError.js'
import { isEmail } from '../foundation/email.js'
import { message } from '../foundation/messages.js'
import { type Begun, type FailureCount, failureCount } from './failureCount.js'
import type { MinuteCounts } from './minuteCount.js'

/** Counts failed logins of one name from one IP address. It is only called when a password must be checked. */
export interface LoginDoor {
  /** Returns when the login may wait for its check, or throws a DomainError `too-many-requests`. */
  admit(): Promise<void>
  /** Runs a check, and counts a failed login when it answers false. Throws as `admit`. */
  watch(check: () => Promise<boolean>): Promise<boolean>
  /** Notes that the login was that of this user, so that strangers cannot lock the name out where it came from. */
  succeed?(user: string): void
}

/** Where a name logs in from; of IPv6 addresses the network. */
export interface LoginPlace {
  readonly name: string
  readonly address: string
}

/** The places from which people have logged in before (docs/http-answers.md, Logins that fail, rule 7). */
export interface LoginPlaces {
  isKnown(place: LoginPlace): Promise<boolean>
  /** Returns at once: no login waits for what is written, and none fails by it. */
  add(user: string, place: LoginPlace): void
}

/**
 * Logins that may fail in a minute: with one name from one address, ten times as many from all; and from one address.
 */
export interface LoginFailures {
  readonly name: number
  readonly address: number
}

export const usualLoginFailures: LoginFailures = { name: 10, address: 30 }

/** Where a login comes from. */
export interface LoginSource {
  readonly address: string
  /** Whether many people come from there, such as behind a proxy of this machine: then the address has no limit. */
  readonly isShared: boolean
}

export interface LoginLimitsWorld {
  /** Where failures are counted. */
  readonly counts: MinuteCounts
  /** Names and addresses are what somebody sends, of any length; what is kept of them is this. */
  digest(text: string): string
  /**
   * Resolves after a short while, in which checks of other processes may have ended; left out where only this one
   * counts.
   */
  pause?(): Promise<void>
  /** Left out where nobody remembers places. */
  readonly places?: LoginPlaces
}

/** One limit as it counts for one login. */
interface Limit {
  readonly count: FailureCount
  readonly key: string
}

/**
 * Limits logins that fail (docs/http-answers.md, Logins that fail). What it gives makes the door for a name; the source is
 * asked for only when a password must be checked.
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
        // What strangers try elsewhere does not count where the name has logged in from.
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
 * An e-mail address leads to its account in whatever case it is written. It counts apart from the name of the account:
 * one count for both would tell strangers which address somebody has (docs/http-answers.md, Logins that fail, rule 5).
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

/** How often room is looked for: with pauses longer than the checks of other processes can take. */
const maxPauses = 200

/**
 * Runs checks. One that could be one too many if those that run fail waits for their end: no limit is passed by haste.
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

/** Of those that try at the same time none would get what all of them ask for together. */
function oneByOne<A, T>(attempt: (asked: A) => Promise<T>): (asked: A) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return asked => {
    const own = last.then(() => attempt(asked))
    last = own.catch(() => {})
    return own
  }
}

/** All of them, or none. */
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
