import { DomainError, message } from '@plenum/core'
import type { Connection } from './connection.js'

/** A write on its way. */
export interface PendingWrite {
  /** Writes inside a transaction; false when that has to be taken back. Runs again when its transaction was lost. */
  run(connection: Connection): Promise<boolean>
  /** Gives the result of the last run to whoever waits for it. */
  answer(): void
  fail(error: unknown): void
}

/** Where a transaction takes its writes from, in order. */
export interface WriteSource {
  take(): PendingWrite | undefined
}

/** Writes that wait for a transaction. */
export interface WriteLine extends WriteSource {
  /** Fails a write with a DomainError `busy` when it has waited too long, or at once when too many wait. */
  add(write: PendingWrite): void
  /** How many wait. */
  size(): number
}

const maxWaiting = 1000
/** Seconds until a client that met a full line may retry. */
const retryAfter = 1

/** A line in which a write waits for so many milliseconds at most. */
export function createWriteLine(milliseconds: number): WriteLine {
  const waiting = new Map<PendingWrite, NodeJS.Timeout>()
  const leave = (write: PendingWrite) => {
    clearTimeout(waiting.get(write))
    waiting.delete(write)
  }
  return {
    add: write => {
      if (waiting.size >= maxWaiting) return write.fail(busy(message('busy.waiting', { limit: maxWaiting })))
      const late = () => {
        leave(write)
        write.fail(tooLong('store.writers', milliseconds))
      }
      waiting.set(write, setTimeout(late, milliseconds))
    },
    take: () => {
      const [first] = waiting.keys()
      if (first) leave(first)
      return first
    },
    size: () => waiting.size,
  }
}

export function failAll(source: WriteSource, error: unknown): void {
  for (let write = source.take(); write; write = source.take()) write.fail(error)
}

/** The error after waiting for so many milliseconds, for another process or for other writes of this one. */
export function tooLong(id: 'store.locked' | 'store.writers', milliseconds: number): DomainError {
  return busy(message(id, { seconds: milliseconds / 1000 }))
}

/** The error of what may be tried again in a second. */
export function busy(wording: ReturnType<typeof message>): DomainError {
  return new DomainError('busy', wording, { context: null, retryAfter })
}
