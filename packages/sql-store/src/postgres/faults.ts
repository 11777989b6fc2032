import { DomainError, message } from '@plenum/core'
import { busy, tooLong } from '../shared/writing/writeQueue.js'
import { timeLimits } from './server/timeLimits.js'

/** The time after which a client may retry a request that failed because of a fault, in seconds. */
const retryAfter = 5

/**
 * Matches error codes of PostgreSQL and the operating system that indicate a problem with the server, disk or network
 * instead of the statement, for example connection failures, missing resources and internal errors.
 */
const faults =
  /^(?:08...|53...|57P0.|58...|25006|28...|3D000|XX00[012]|E(?:CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN))$/
const lostMessages =
  /^(?:Connection terminated|Query read timeout|timeout exceeded|timeout expired|Client (?:was closed|has encountered))/

const codeOf = (error: unknown): string => String((error as { readonly code?: unknown } | null)?.code ?? '')

/** Whether a statement was rejected because an earlier statement in the same transaction failed. */
export const isTransactionAborted = (error: unknown): boolean => codeOf(error) === '25P02'

/** Whether the database user lacks a privilege, for example because it was revoked after the service had started. */
const lacksPrivilege = (error: unknown): boolean => codeOf(error) === '42501'

/** Whether a concurrent transaction caused the failure, so that the transaction may be retried. */
export const isConflict = (error: unknown): boolean => ['40001', '40P01'].includes(codeOf(error))

export const isNotRetryable = (error: unknown): boolean =>
  isLost(error) || (error instanceof DomainError && error.code === 'outcome-unknown')

/**
 * Whether the connection is or may be unusable. `instanceof` is not used, because it is false for errors from a
 * different realm.
 */
export function isLost(error: unknown): boolean {
  if (error instanceof DomainError) return false
  const { message: text } = (error ?? {}) as { readonly message?: unknown }
  return faults.test(codeOf(error)) || lostMessages.test(String(text))
}

/**
 * Returns a DomainError with the original error as its cause if the database is temporarily unavailable or a value is
 * too long for an index. Otherwise, returns the original error (docs/http-answers.md, Faults of the database).
 */
export function postgresFault(
  error: unknown,
  id: 'store.unwritable' | 'store.unreadable' = 'store.unwritable',
): unknown {
  // Reads conflict with other transactions only on a replica, which then cancels the read.
  if (isLost(error) || lacksPrivilege(error) || (id === 'store.unreadable' && isConflict(error)))
    return unavailable(id, error)
  if (isConflict(error) || codeOf(error) === '55P03') return tooLong('store.locked', timeLimits.lock)
  if (codeOf(error) === '57014') return busy(message('store.slow'))
  // The code 54000 means that a path or name exceeds the maximum size of an index entry.
  if (codeOf(error) === '54000') return new DomainError('bad-request', message('store.too-long'), {}, { cause: error })
  return error
}

export function rejectRead(error: unknown): never {
  throw postgresFault(error, 'store.unreadable')
}

function unavailable(id: 'store.unwritable' | 'store.unreadable', cause: unknown): DomainError {
  const text = message(id, { seconds: retryAfter })
  return new DomainError('store-unavailable', text, { context: null, retryAfter }, { cause })
}

/**
 * Returns the error for a change whose commit could not be confirmed (docs/http-answers.md, Faults of the database).
 */
export const outcomeUnknown = (cause: unknown): DomainError =>
  new DomainError('outcome-unknown', message('store.outcome-unknown'), { context: null }, { cause })
