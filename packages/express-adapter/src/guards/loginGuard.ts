import { createHash } from 'node:crypto'
import { type LoginDoor, type LoginFailures, loginLimits } from '@plenum/core'
import type { Request } from 'express'
import { isLoopback, networkOf } from './networkOf.js'

type Sender = Pick<Request, 'ip' | 'ips'>

/** The door before the logins that a request makes with a name. */
export type LoginGuard = (req: Sender, name: string) => LoginDoor

/** Limits logins that fail, by the name and by where the request comes from (docs/http-answers.md, Logins that fail). */
export function loginGuard(failures: LoginFailures): LoginGuard {
  const doorFor = loginLimits(failures, { now: () => performance.now(), digest })
  return (req, name) => doorFor(name, () => ({ address: networkOf(req.ip ?? ''), isShared: isOurselves(req) }))
}

/**
 * A front end or a proxy on this machine speaks for many people. A proxy that is believed says who they are: then even
 * `127.0.0.1` is only what somebody says.
 */
function isOurselves({ ip = '', ips }: Sender): boolean {
  return ips.length === 0 && (ip === '' || isLoopback(ip))
}

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url')
