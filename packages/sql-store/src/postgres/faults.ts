import { DomainError, message } from '@plenum/core'
import { busy, tooLong } from '../writeLine.js'
import { timeLimits } from './timeLimits.js'

/** Seconds until a client that met a fault may retry. */
const retryAfter = 5

/**
 * Codes of PostgreSQL and of the system for problems with the server, its disk or the way to it, and not with the statement:
 * connections, resources, what an operator did, and its own errors of the system.
 */
const faults =
  /^(?:08...|53...|57P0.|58...|25006|28...|3D000|XX00[012]|E(?:CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN))$/
/** What the driver says without a code. */
const lost =
  /^(?:Connection terminated|Query read timeout|timeout exceeded|timeout expired|Client (?:was closed|has encountered))/

const codeOf = (error: unknown): string => String((error as { readonly code?: unknown } | null)?.code ?? '')

/** Whether a statement was not tried because one before it in its transaction has failed. */
export const isAborted = (error: unknown): boolean => codeOf(error) === '25P02'

/** Whether the user of the database lacks a right that it had at the start. */
const isForbidden = (error: unknown): boolean => codeOf(error) === '42501'

/** Whether a transaction failed because another one was faster: it may begin anew. */
export const isRaced = (error: unknown): boolean => ['40001', '40P01'].includes(codeOf(error))

/** Whether others would fare alike, or a change might be made twice: nothing is tried again. */
export const isHopeless = (error: unknown): boolean =>
  isLost(error) || (error instanceof DomainError && error.code === 'outcome-unknown')

/** Whether the connection is of no use any more, or nobody knows. The driver's errors can come from another realm. */
export function isLost(error: unknown): boolean {
  if (error instanceof DomainError) return false
  const { message: text } = (error ?? {}) as { readonly message?: unknown }
  return faults.test(codeOf(error)) || lost.test(String(text))
}

/**
 * The error for callers: a DomainError with the given error as its cause, when the database cannot be written or read now;
 * any other error unchanged (docs/http-answers.md, Faults of the database).
 */
export function postgresFault(
  error: unknown,
  id: 'store.unwritable' | 'store.unreadable' = 'store.unwritable',
): unknown {
  // Only on a replica is a read in the way of another transaction, which it is given up for.
  if (isLost(error) || isForbidden(error) || (id === 'store.unreadable' && isRaced(error)))
    return unavailable(id, error)
  if (isRaced(error) || codeOf(error) === '55P03') return tooLong('store.locked', timeLimits.lock)
  if (codeOf(error) === '57014') return busy(message('store.slow'))
  // A path or a name that is longer than an index of PostgreSQL takes.
  if (codeOf(error) === '54000') return new DomainError('bad-request', message('store.too-long'), {}, { cause: error })
  return error
}

function unavailable(id: 'store.unwritable' | 'store.unreadable', cause: unknown): DomainError {
  const wording = message(id, { seconds: retryAfter })
  return new DomainError('store-unavailable', wording, { context: null, retryAfter }, { cause })
}

/** The error when nobody could be asked whether a change was kept (docs/http-answers.md, Faults of the database). */
export function outcomeUnknown(cause: unknown): DomainError {
  return new DomainError('outcome-unknown', message('store.outcome-unknown'), { context: null }, { cause })
}
