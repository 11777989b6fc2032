import { DomainError, message } from '@plenum/core'
import { busy, tooLong } from '../shared/writing/writeQueue.js'
import { timeLimits } from './server/timeLimits.js'

/** The number of seconds after which a client may retry a request that failed because of a fault. */
const retryAfter = 5

/**
 * PostgreSQL and operating system error codes that report problems with the server, its disk or the network, not with
 * the statement: connections, resources, operator intervention, and internal errors.
 */
const faults =
  /^(?:08...|53...|57P0.|58...|25006|28...|3D000|XX00[012]|E(?:CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN))$/
/** The driver messages that have no error code. */
const lostMessages =
  /^(?:Connection terminated|Query read timeout|timeout exceeded|timeout expired|Client (?:was closed|has encountered))/

const codeOf = (error: unknown): string => String((error as { readonly code?: unknown } | null)?.code ?? '')

/** Whether a statement was rejected because an earlier statement in the same transaction failed. */
export const isTransactionAborted = (error: unknown): boolean => codeOf(error) === '25P02'

/** Whether the database user has lost a privilege that the user had at the start of the service. */
const lacksPrivilege = (error: unknown): boolean => codeOf(error) === '42501'

/** Whether a transaction failed because of a concurrent transaction. Such a transaction may be retried. */
export const isConflict = (error: unknown): boolean => ['40001', '40P01'].includes(codeOf(error))

/** Whether a retry would fail with the same error, or could apply a change twice. */
export const isNotRetryable = (error: unknown): boolean =>
  isLost(error) || (error instanceof DomainError && error.code === 'outcome-unknown')

/**
 * Whether the connection is unusable, or may be unusable. The class of an error is not checked, because driver errors
 * can come from another realm.
 */
export function isLost(error: unknown): boolean {
  if (error instanceof DomainError) return false
  const { message: text } = (error ?? {}) as { readonly message?: unknown }
  return faults.test(codeOf(error)) || lostMessages.test(String(text))
}

/**
 * The error for callers: a DomainError that contains the original error as its cause, if the database is temporarily
 * not writable or readable. Otherwise, the original error (docs/http-answers.md, Faults of the database).
 */
export function postgresFault(
  error: unknown,
  id: 'store.unwritable' | 'store.unreadable' = 'store.unwritable',
): unknown {
  // A read can conflict with another transaction only on a replica. The replica then cancels the read.
  if (isLost(error) || lacksPrivilege(error) || (id === 'store.unreadable' && isConflict(error)))
    return unavailable(id, error)
  if (isConflict(error) || codeOf(error) === '55P03') return tooLong('store.locked', timeLimits.lock)
  if (codeOf(error) === '57014') return busy(message('store.slow'))
  // A path or a name exceeds the maximum size of a PostgreSQL index entry.
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

/** The error for a change that may or may not have been committed (docs/http-answers.md, Faults of the database). */
export const outcomeUnknown = (cause: unknown): DomainError =>
  new DomainError('outcome-unknown', message('store.outcome-unknown'), { context: null }, { cause })
