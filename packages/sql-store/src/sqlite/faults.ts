import { DomainError, message } from '@plenum/core'

/**
 * Matches error codes of SQLite and the operating system that indicate a problem with the file, the disk or other
 * processes instead of the statement.
 */
const faults =
  /^(?:SQLITE_(?:FULL|IOERR|BUSY|LOCKED|READONLY|CANTOPEN|CORRUPT|NOTADB|PERM|PROTOCOL|NOLFS)(?:_|$)|(?:ENOSPC|EDQUOT|EROFS|EIO|EMFILE|ENFILE)$)/
const retryAfter = 5

/**
 * Returns a DomainError `store-unavailable` with the original error as its cause if the database is temporarily
 * unavailable. Otherwise, returns the original error (docs/http-answers.md, Faults of the database).
 */
export function storeFault(error: unknown, id: 'store.unwritable' | 'store.unreadable' = 'store.unwritable'): unknown {
  if (!isFault(error)) return error
  const text = message(id, { seconds: retryAfter })
  return new DomainError('store-unavailable', text, { context: null, retryAfter }, { cause: error })
}

/**
 * Whether an error was caused by the file, the disk or another process. The error has no code if the driver cannot open
 * the file. `instanceof` is not used, because driver errors can come from a different realm.
 */
function isFault(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  const { code, message: text } = error as { readonly code?: unknown; readonly message?: unknown }
  return faults.test(String(code)) || (!code && String(text).startsWith('ConnectionFailed('))
}
