import type { StoreFault } from '@plenum/memoize'
import type { ErrorReply } from 'redis'
import { isErrorReply } from './redisLibrary.js'
import type { Scrub } from './secrets.js'

/**
 * The error replies that reject a single command, while the server continues to process other commands
 * (docs/caching.md, Breaker, rule 4).
 */
const refusals = ['OOM', 'MISCONF', 'READONLY', 'NOREPLICAS', 'WRONGTYPE', 'NOSCRIPT', 'CROSSSLOT']

const maxReasonLength = 200

/**
 * Converts an error to a fault, which the breaker distinguishes by its kind. `scrub` removes the secrets of the address
 * from the reason.
 */
export function faultOf(error: unknown, scrub: Scrub = text => text): StoreFault {
  const kind = kindOf(error)
  const reason = phraseOf(scrub(reasonOf(error)))
  return kind === 'unavailable' && isRefusal(error) ? { kind, reason, isRefused: true } : { kind, reason }
}

const refusedConnections = ['ECONNREFUSED', 'ENOENT']

/** Whether the server refused the connection. For an AggregateError, all servers and addresses must have refused it. */
function isRefusal(error: unknown): boolean {
  const { code, errors = [], cause = null } = (error ?? {}) as Partial<AggregateError> & { readonly code?: unknown }
  if (refusedConnections.includes(String(code))) return true
  if (errors.length > 0) return errors.every(isRefusal)
  return cause !== null && cause !== error && isRefusal(cause)
}

/** Shortens a reason and removes trailing periods, so that callers can use the reason as a part of a sentence. */
function phraseOf(reason: string): string {
  let end = Math.min(reason.length, maxReasonLength)
  while (reason[end - 1] === '.') end--
  return reason.slice(0, end)
}

/**
 * The error message of the library when too many commands wait for replies. This error is not treated as a server
 * fault, because the pending commands time out if the server hangs.
 */
const fullQueue = 'The queue is full'

export const queueIsFull = (): Error => new Error(fullQueue)

function kindOf(error: unknown): StoreFault['kind'] {
  if (isErrorReply(error)) return refusals.some(code => error.message.startsWith(`${code} `)) ? 'failed' : 'unavailable'
  return error instanceof Error && error.message === fullQueue ? 'not-asked' : 'unavailable'
}

export const isReply = (error: unknown, code: string): error is ErrorReply =>
  isErrorReply(error) && error.message.startsWith(`${code} `)

/**
 * Returns the reason for an error. For an aborted operation, the reason is the `cause` of the error. For an
 * AggregateError, the reason consists of the failures of all servers or addresses.
 */
function reasonOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error)
  const { name = '', message = '', cause = null, errors = [] } = error as Partial<AggregateError>
  if (name === 'AbortError' && cause !== null) return reasonOf(cause)
  return [...new Set(errors.map(reasonOf))].join('; ') || message || name
}
