import type { StoreFault } from '@plenum/core/memoize'
import type { ErrorReply } from 'redis'
import { isErrorReply } from './redisLibrary.js'
import type { Scrub } from './secrets.js'

/** Answers by which a server refuses one command, and goes on to answer others (docs/caching.md, Breaker, rule 4). */
const refusals = ['OOM', 'MISCONF', 'READONLY', 'NOREPLICAS', 'WRONGTYPE', 'NOSCRIPT', 'CROSSSLOT']

const maxReasonLength = 200

/** What an error means for whoever asks next. `scrub` takes the secrets of the address out of the reason. */
export function faultOf(error: unknown, scrub: Scrub = text => text): StoreFault {
  const kind = kindOf(error)
  const reason = phraseOf(scrub(reasonOf(error)))
  return kind === 'unavailable' && isRefusal(error) ? { kind, reason, isRefused: true } : { kind, reason }
}

/** Nothing listens at the port, or there is no such socket. */
const refusedConnections = ['ECONNREFUSED', 'ENOENT']

/** Of several servers or addresses, all have to refuse. */
function isRefusal(error: unknown): boolean {
  const { code, errors = [], cause = null } = (error ?? {}) as Partial<AggregateError> & { readonly code?: unknown }
  if (refusedConnections.includes(String(code))) return true
  if (errors.length > 0) return errors.every(isRefusal)
  return cause !== null && cause !== error && isRefusal(cause)
}

/** Sentences end with it. */
function phraseOf(reason: string): string {
  let end = Math.min(reason.length, maxReasonLength)
  while (reason[end - 1] === '.') end--
  return reason.slice(0, end)
}

/** What the client says when more commands wait than may. It tells nothing of the server: those that wait will. */
const fullQueue = 'The queue is full'

export function queueIsFull(): Error {
  return new Error(fullQueue)
}

function kindOf(error: unknown): StoreFault['kind'] {
  if (isErrorReply(error)) return refusals.some(code => error.message.startsWith(`${code} `)) ? 'failed' : 'unavailable'
  return error instanceof Error && error.message === fullQueue ? 'not-asked' : 'unavailable'
}

export function isReply(error: unknown, code: string): error is ErrorReply {
  return isErrorReply(error) && error.message.startsWith(`${code} `)
}

/** Some errors only tell of others: why a signal was given, or how each of several servers or addresses failed. */
function reasonOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error)
  const { name = '', message = '', cause = null, errors = [] } = error as Partial<AggregateError>
  if (name === 'AbortError' && cause !== null) return reasonOf(cause)
  return [...new Set(errors.map(reasonOf))].join('; ') || message || name
}
