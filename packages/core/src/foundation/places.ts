import { DomainError } from './domainError.js'
import { createFairLine, type FairLine } from './fairLine.js'
import { message } from './messages.js'

/** Releases a permit. Further calls have no effect. */
export type Release = () => void

/** One waiter in the queue for a permit. */
export interface Waiting {
  /** Resolves when this waiter gets a permit. Rejects with a DomainError `busy` if the queue is full. */
  readonly place: Promise<Release>
  /** Leaves the queue; releases the permit if the waiter already has one. */
  leave(): void
}

/** Numbers of running and waiting tasks, for monitoring. */
export interface PlaceCounts {
  readonly running: number
  readonly waiting: number
}

/** Limits the number of concurrent tasks. */
export interface Places {
  /** Acquires a permit if one is free and nobody waits; null otherwise. */
  tryTake(): Release | null
  /** Waiters get permits round-robin by address; those of one address in order of arrival. */
  wait(address?: string): Waiting
  counts(): PlaceCounts
}

export interface PlacesOptions {
  /** Maximum number of concurrent tasks. */
  readonly count: number
  /** Maximum length of the queue; 1,000 by default (docs/http-answers.md, Readers and writers). */
  readonly maxWaiting?: number
}

/** Seconds after which a client that was rejected by a full queue may retry. */
const retryAfter = 1

interface Waiter {
  take(release: Release): void
  refuse(error: DomainError): void
}

/** Creates a semaphore with `count` permits and a queue of at most `maxWaiting` waiters. */
export function createPlaces({ count, maxWaiting = 1000 }: PlacesOptions): Places {
  const line = createFairLine<Waiter>(maxWaiting)
  let taken = 0
  const give = (): Release => {
    let isGiven = true
    return () => {
      if (!isGiven) return
      isGiven = false
      const next = line.next()
      if (next) next.take(give())
      else taken -= 1
    }
  }
  const tryTake = (): Release | null => {
    if (taken >= count || line.size() > 0) return null
    taken += 1
    return give()
  }
  return {
    tryTake,
    wait: (address = '') => {
      const release = tryTake()
      return release ? { place: Promise.resolve(release), leave: release } : waiting(line, { address, maxWaiting })
    },
    counts: () => ({ running: taken, waiting: line.size() }),
  }
}

interface Standing {
  readonly address: string
  readonly maxWaiting: number
}

function waiting(line: FairLine<Waiter>, { address, maxWaiting }: Standing): Waiting {
  let leave = (): void => {}
  const place = new Promise<Release>((resolve, reject) => {
    const waiter: Waiter = {
      take: release => {
        leave = release
        resolve(release)
      },
      refuse: reject,
    }
    leave = () => line.remove(address, waiter)
    line.add(address, waiter)?.refuse(tooManyWait(maxWaiting))
  })
  return { place, leave: () => leave() }
}

function tooManyWait(limit: number): DomainError {
  return new DomainError('busy', message('busy.waiting', { limit }), { context: null, retryAfter })
}
