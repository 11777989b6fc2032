import { DomainError, message } from '@plenum/core'
import type { Connection } from '../sql.js'

export interface PendingWrite {
  /**
   * Runs the write in a transaction. Must be callable again, because a failed transaction is retried. Resolves to false
   * if the write must be rolled back.
   */
  run(connection: Connection): Promise<boolean>
  /** Resolves the caller's promise with the result of the last run. */
  answer(): void
  fail(error: unknown): void
}

export interface WriteSource {
  take(): PendingWrite | undefined
}

export interface WriteQueue extends WriteSource {
  /** Adds a write, which fails with a DomainError `busy` if it waits too long or if the queue is full. */
  add(write: PendingWrite): void
  size(): number
}

const maxWaiting = 1000
/** The time after which a client may retry a request that a full queue has rejected, in seconds. */
const retryAfter = 1

/** Creates a queue in which each write waits for at most `milliseconds`. */
export function createWriteQueue(milliseconds: number): WriteQueue {
  const waiting = new Map<PendingWrite, NodeJS.Timeout>()
  const remove = (write: PendingWrite) => {
    clearTimeout(waiting.get(write))
    waiting.delete(write)
  }
  return {
    add: write => {
      if (waiting.size >= maxWaiting) return write.fail(busy(message('busy.waiting', { limit: maxWaiting })))
      const timeOut = () => {
        remove(write)
        write.fail(tooLong('store.writers', milliseconds))
      }
      waiting.set(write, setTimeout(timeOut, milliseconds))
    },
    take: () => {
      const [first] = waiting.keys()
      if (first) remove(first)
      return first
    },
    size: () => waiting.size,
  }
}

export function failAll(source: WriteSource, error: unknown): void {
  for (let write = source.take(); write; write = source.take()) write.fail(error)
}

export const tooLong = (id: 'store.locked' | 'store.writers', milliseconds: number): DomainError =>
  busy(message(id, { seconds: milliseconds / 1000 }))

/** Returns the error for a busy store. The client may retry the request after one second. */
export const busy = (text: ReturnType<typeof message>): DomainError =>
  new DomainError('busy', text, { context: null, retryAfter })
