import { DomainError, message } from '@plenum/core'

/**
 * Results of SQLite, and errors of the machine, that lie in the file, its disk or who else uses it: not in what was
 * asked.
 */
const faults =
  /^(?:SQLITE_(?:FULL|IOERR|BUSY|LOCKED|READONLY|CANTOPEN|CORRUPT|NOTADB|PERM|PROTOCOL|NOLFS)(?:_|$)|(?:ENOSPC|EDQUOT|EROFS|EIO|EMFILE|ENFILE)$)/
const retryAfter = 5

/**
 * What callers are told of an error of the database: `store-unavailable` where it cannot be written or read at the
 * moment, with the error as its cause; any other error as it is (docs/http-answers.md, Faults of the database).
 */
export function storeFault(error: unknown, id: 'store.unwritable' | 'store.unreadable' = 'store.unwritable'): unknown {
  if (!isFault(error)) return error
  const wording = message(id, { seconds: retryAfter })
  return new DomainError('store-unavailable', wording, { context: null, retryAfter }, { cause: error })
}

/** The driver gives no code when it cannot open a file, and an error that it makes may be of another realm. */
function isFault(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  const { code, message: text } = error as { readonly code?: unknown; readonly message?: unknown }
  return faults.test(String(code)) || (!code && String(text).startsWith('ConnectionFailed('))
}
