import { DomainError, message } from '@plenum/core'

/**
 * SQLite and operating system error codes that report problems with the file, the disk or other processes, not with the
 * statement.
 */
const faults =
  /^(?:SQLITE_(?:FULL|IOERR|BUSY|LOCKED|READONLY|CANTOPEN|CORRUPT|NOTADB|PERM|PROTOCOL|NOLFS)(?:_|$)|(?:ENOSPC|EDQUOT|EROFS|EIO|EMFILE|ENFILE)$)/
const retryAfter = 5

/**
 * The error for callers: a DomainError `store-unavailable` that contains the original error as its cause, if the
 * database is temporarily not writable or readable. Otherwise, the original error (docs/http-answers.md, Faults of the
 * database).
 */
export function storeFault(error: unknown, id: 'store.unwritable' | 'store.unreadable' = 'store.unwritable'): unknown {
  if (!isFault(error)) return error
  const text = message(id, { seconds: retryAfter })
  return new DomainError('store-unavailable', text, { context: null, retryAfter }, { cause: error })
}

/**
 * The driver provides no error code if it cannot open a file. `instanceof` is not used, because driver errors can come
 * from another realm.
 */
function isFault(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  const { code, message: text } = error as { readonly code?: unknown; readonly message?: unknown }
  return faults.test(String(code)) || (!code && String(text).startsWith('ConnectionFailed('))
}
