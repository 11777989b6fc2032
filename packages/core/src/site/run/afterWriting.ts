import { DomainError } from '../../foundation/domainError.js'
import { message } from '../../foundation/messages.js'

/**
 * Reads the answer after a commit, and reads it again if the store fails. Throws a DomainError `outcome-unknown` if the
 * second read fails too: the caller must not treat the change as refused and repeat it (docs/http-answers.md, Faults of
 * the database).
 */
export async function afterWriting<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (!isFault(error)) throw error
  }
  try {
    return await read()
  } catch (error) {
    if (!isFault(error)) throw error
    throw new DomainError('outcome-unknown', message('store.kept-unread'), { context: null }, { cause: error })
  }
}

const isFault = (error: unknown): boolean =>
  error instanceof DomainError && (error.code === 'store-unavailable' || error.code === 'busy')
