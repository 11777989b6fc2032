import { createFairQueue, type FairQueue } from './fairQueue.js'
import { DomainError, message } from './messages.js'

/** Releases a permit. Further calls have no effect. */
export type Release = () => void

export interface PermitRequest {
  /** Resolves when a permit is available. Rejects with a DomainError `busy` if the queue is full. */
  readonly permit: Promise<Release>
  /** Leaves the queue, or releases the permit if it has already been acquired. */
  leave(): void
}

export interface SemaphoreCounts {
  readonly running: number
  readonly waiting: number
}

export interface Semaphore {
  /** Acquires a permit. Returns null if no permit is free or if another task is already waiting. */
  tryAcquire(): Release | null
  /**
   * Joins the queue. Addresses get permits in round-robin order, and waiters with the same address in order of arrival.
   */
  wait(address?: string): PermitRequest
  counts(): SemaphoreCounts
}

export interface SemaphoreOptions {
  /** The maximum number of concurrent tasks. */
  readonly count: number
  /** The maximum length of the queue. Defaults to 1,000 (docs/http-answers.md, Readers and writers). */
  readonly maxWaiting?: number
}

/** The number of seconds after which a client may retry a request that was rejected because the queue was full. */
const retryAfter = 1

interface Waiter {
  grant(release: Release): void
  refuse(error: DomainError): void
}

/** Creates a semaphore with `count` permits and a queue of at most `maxWaiting` waiters. */
export function createSemaphore({ count, maxWaiting = 1000 }: SemaphoreOptions): Semaphore {
  const queue = createFairQueue<Waiter>(maxWaiting)
  let running = 0
  const grantPermit = (): Release => {
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      const next = queue.next()
      if (next) next.grant(grantPermit())
      else running -= 1
    }
  }
  const tryAcquire = (): Release | null => {
    if (running >= count || queue.size() > 0) return null
    running += 1
    return grantPermit()
  }
  return {
    tryAcquire,
    wait: (address = '') => {
      const release = tryAcquire()
      return release ? { permit: Promise.resolve(release), leave: release } : enqueue(queue, { address, maxWaiting })
    },
    counts: () => ({ running: running, waiting: queue.size() }),
  }
}

interface QueuePosition {
  readonly address: string
  readonly maxWaiting: number
}

function enqueue(queue: FairQueue<Waiter>, { address, maxWaiting }: QueuePosition): PermitRequest {
  let leave = (): void => {}
  const permit = new Promise<Release>((resolve, reject) => {
    const waiter: Waiter = {
      grant: release => {
        leave = release
        resolve(release)
      },
      refuse: reject,
    }
    leave = () => queue.remove(address, waiter)
    queue.add(address, waiter)?.refuse(queueIsFull(maxWaiting))
  })
  return { permit, leave: () => leave() }
}

const queueIsFull = (limit: number): DomainError =>
  new DomainError('busy', message('busy.waiting', { limit }), { context: null, retryAfter })
