import { createHash } from 'node:crypto'
import { DomainError, type LoginDoor, message } from '@plenum/core'
import type { Request } from 'express'
import { type FailureCount, failureCount } from './failureCount.js'
import { isLoopback, networkOf } from './networkOf.js'

/**
 * Logins that may fail in a minute: with one name from one address, ten times as many from all; and from one address.
 */
export interface LoginFailures {
  readonly name: number
  readonly address: number
}

export const usualLoginFailures: LoginFailures = { name: 10, address: 30 }

type Sender = Pick<Request, 'ip' | 'ips'>

/** The door before the logins that a request makes with a name. */
export type LoginGuard = (req: Sender, name: string) => LoginDoor

/** One limit as it counts for one login. */
interface Limit {
  readonly count: FailureCount
  readonly key: string
}

/** Limits logins that fail (docs/http-answers.md, Logins that fail). */
export function loginGuard({ name: most, address: maxOfAddress }: LoginFailures): LoginGuard {
  const ofNameHere = failureCount(most)
  const ofName = failureCount(10 * most)
  const ofAddress = failureCount(maxOfAddress)
  const watch = watcher()
  return (req, name) => {
    // Made only for logins that are not remembered.
    const limits = (): readonly Limit[] => {
      const address = networkOf(req.ip ?? '')
      return [
        { count: ofNameHere, key: digest(`${address} ${name}`) },
        { count: ofName, key: digest(name) },
        ...(isOurselves(req) ? [] : [{ count: ofAddress, key: digest(address) }]),
      ]
    }
    return { admit: async () => admit(limits()), watch: check => watch(limits(), check) }
  }
}

/**
 * A front end or a proxy on this machine speaks for many people. A proxy that is believed says who they are: then even
 * `127.0.0.1` is only what somebody says.
 */
function isOurselves({ ip = '', ips }: Sender): boolean {
  return ips.length === 0 && (ip === '' || isLoopback(ip))
}

/** Names and addresses are what somebody sends, of any length. */
const digest = (text: string): string => createHash('sha256').update(text).digest('base64url')

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
