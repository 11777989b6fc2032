import type { StoreFault } from '@plenum/core'
import { ErrorReply } from 'redis'

/** Answers by which a server refuses one command, and goes on to answer others (memoize sheet, 4.8). */
const refusals = ['OOM', 'MISCONF', 'READONLY', 'WRONGTYPE', 'NOSCRIPT', 'CROSSSLOT']

/** What an error means for whoever asks next. Secrets are taken out by core, which knows them. */
export function faultOf(error: unknown): StoreFault {
  const because = error instanceof Error ? error.message : String(error)
  return { kind: isRefusal(error) ? 'failed' : 'unavailable', because }
}

function isRefusal(error: unknown): boolean {
  return error instanceof ErrorReply && refusals.some(code => error.message.startsWith(`${code} `))
}

export function isReply(error: unknown, code: string): boolean {
  return error instanceof ErrorReply && error.message.startsWith(code)
}
