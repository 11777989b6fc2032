import type { StoreFault } from '@plenum/core'
import { ErrorReply } from 'redis'

/** Answers by which a server refuses one command, and goes on to answer others (memoize sheet, 4.8). */
const refusals = ['OOM', 'MISCONF', 'READONLY', 'NOREPLICAS', 'WRONGTYPE', 'NOSCRIPT', 'CROSSSLOT']

/** What an error means for whoever asks next. Secrets are taken out by core, which knows them. */
export function faultOf(error: unknown): StoreFault {
  return { kind: isRefusal(error) ? 'failed' : 'unavailable', because: reasonOf(error) }
}

function isRefusal(error: unknown): boolean {
  return error instanceof ErrorReply && refusals.some(code => error.message.startsWith(`${code} `))
}

export function isReply(error: unknown, code: string): error is ErrorReply {
  return error instanceof ErrorReply && error.message.startsWith(`${code} `)
}

/** Some errors only tell of others: why a signal was given, or which of several addresses of a host failed how. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'AbortError' && error.cause instanceof Error) return reasonOf(error.cause)
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  return error.message || error.name
}
