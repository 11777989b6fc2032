import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { type KnownOrigins, type LoginFailures, type LoginLimiter, loginLimits, type MinuteCounts } from '@plenum/core'
import type { Request } from 'express'
import { isLoopback, networkOf, networkOfSender } from './networkOf.js'

type Sender = Pick<Request, 'ip' | 'ips'>

export interface LoginCounts {
  readonly counts: MinuteCounts
  /** Whether other processes count there too. */
  readonly isShared: boolean
  /** From where people have logged in before. */
  readonly places?: KnownOrigins
}

/** The door before the logins that a request makes with a name. */
export type LoginGuard = (req: Sender, name: string) => LoginLimiter

/** Milliseconds after which room is looked for again that another process may have made. */
const pause = 50

/** Limits logins that fail, by the name and by where the request comes from (docs/http-answers.md, Logins that fail). */
export function loginGuard(failures: LoginFailures, { counts, isShared, places }: LoginCounts): LoginGuard {
  const doorFor = loginLimits(failures, {
    counts,
    digest,
    ...(places ? { origins: places } : {}),
    ...(isShared ? { pause: () => delay(pause) } : {}),
  })
  return (req, name) =>
    doorFor(name, () => ({ address: networkOf(req.ip ?? ''), isShared: networkOfSender(req, isLoopback) === null }))
}

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url')
