import { DomainError } from '../foundation/domainError.js'
import { isEmail } from '../foundation/email.js'
import { message } from '../foundation/messages.js'
import { type FailureCount, failureCount } from './failureCount.js'

/** Counts failed logins of one name from one IP address. It is only called when a password must be checked. */
export interface LoginDoor {
  /** Returns when the login may wait for its check, or throws a DomainError `too-many-requests`. */
  admit(): Promise<void>
  /** Runs a check, and counts a failed login when it answers false. Throws as `admit`. */
  watch(check: () => Promise<boolean>): Promise<boolean>
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
  /** Milliseconds of any clock. */
  now(): number
  /** Names and addresses are what somebody sends, of any length; what is kept of them is this. */
  digest(text: string): string
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
  { now, digest }: LoginLimitsWorld,
): (name: string, source: () => LoginSource) => LoginDoor {
  const ofNameHere = failureCount(most, now)
  const ofName = failureCount(10 * most, now)
  const ofAddress = failureCount(maxOfAddress, now)
  const watch = watcher()
  return (name, source) => {
    const limits = (): readonly Limit[] => {
      const { address, isShared } = source()
      const counted = nameAsFound(name)
      return [
        { count: ofNameHere, key: digest(`${address} ${counted}`) },
        { count: ofName, key: digest(counted) },
        ...(isShared ? [] : [{ count: ofAddress, key: digest(address) }]),
      ]
    }
    return { admit: async () => admit(limits()), watch: check => watch(limits(), check) }
  }
}

/**
 * An e-mail address leads to its account in whatever case it is written. It counts apart from the name of the account:
 * one count for both would tell strangers which address somebody has (docs/http-answers.md, Logins that fail, rule 5).
 */
const nameAsFound = (name: string): string => (isEmail(name) ? name.toLowerCase() : name)

function admit(limits: readonly Limit[]): void {
  const full = limits.filter(({ count, key }) => count.wait(key) > 0)
  if (full.length === 0) return
  const seconds = Math.ceil(Math.max(...full.map(({ count, key }) => count.wait(key))) / 1000)
  const most = Math.min(...full.map(({ count }) => count.most))
  throw new DomainError('too-many-requests', message('login.too-many', { most, seconds }), { retryAfter: seconds })
}

/**
 * Runs checks. One that could be one too many if those that run fail waits for their end: no limit is passed by haste.
 */
function watcher() {
  let waiting: (() => void)[] = []
  const endOfOne = () => new Promise<void>(resolve => waiting.push(resolve))
  const leave = (limits: readonly Limit[], hasFailed: boolean): void => {
    for (const { count, key } of limits) count.end(key, hasFailed)
    const woken = waiting
    waiting = []
    for (const goOn of woken) goOn()
  }
  return async (limits: readonly Limit[], check: () => Promise<boolean>): Promise<boolean> => {
    for (admit(limits); !hasRoom(limits); admit(limits)) await endOfOne()
    for (const { count, key } of limits) count.begin(key)
    let fits = true
    try {
      fits = await check()
      return fits
    } finally {
      leave(limits, !fits)
    }
  }
}

const hasRoom = (limits: readonly Limit[]): boolean => limits.every(({ count, key }) => count.hasRoom(key))
