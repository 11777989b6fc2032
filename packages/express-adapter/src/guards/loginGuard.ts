import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import {
  type KnownOrigins,
  type LoginFailures,
  type LoginLimiter,
  type LoginSource,
  loginLimits,
  type MinuteCounts,
  registrationLimit,
} from '@plenum/core'
import type { Request } from 'express'
import { isLoopback, networkOf, networkOfSender } from './networkOf.js'

export interface LoginLimitOptions {
  /** The maximum number of failed logins per minute. Defaults to 10 for each user name and 30 for each network. */
  readonly loginFailures?: LoginFailures
  /**
   * Counters of failed logins and votes per minute, which several processes can share. If omitted, the counters are in
   * the memory of this process.
   */
  readonly counts?: MinuteCounts
}

type Sender = Pick<Request, 'ip' | 'ips'>

export interface LoginCounts {
  readonly counts: MinuteCounts
  /** Whether other processes use the same counters. */
  readonly isShared: boolean
  /** The networks from which members have logged in before. */
  readonly knownOrigins?: KnownOrigins
}

export type LoginGuard = (req: Sender, name: string) => LoginLimiter

/** The interval, in milliseconds, between attempts to acquire a permit that another process may have released. */
const pause = 50

/** Creates a guard that limits failed logins by user name and by network (docs/http-answers.md, Failed logins). */
export function loginGuard(failures: LoginFailures, { counts, isShared, knownOrigins }: LoginCounts): LoginGuard {
  const limiterFor = loginLimits(failures, {
    counts,
    digest,
    ...(knownOrigins ? { origins: knownOrigins } : {}),
    ...(isShared ? { pause: () => delay(pause) } : {}),
  })
  return (req, name) => limiterFor(name, () => sourceOf(req))
}

const sourceOf = (req: Sender): LoginSource => ({
  address: networkOf(req.ip ?? ''),
  isShared: networkOfSender(req, isLoopback) === null,
})

/** Creates a guard that limits the registrations of visitors by network and by email address. */
export function registrationGuard(counts: MinuteCounts): RegistrationGuard {
  const limit = registrationLimit(counts, digest)
  return (req, email) => limit(sourceOf(req), email)
}

/** Counts a registration. Throws a DomainError `too-many-requests` if the limit is exceeded. */
export type RegistrationGuard = (req: Sender, email: string) => Promise<void>

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url')
