import { DomainError } from './domainError.js'
import { createFairLine, type FairLine } from './fairLine.js'
import { message } from './messages.js'

/** Gives a place back. Further calls have no effect. */
export type Release = () => void

/** One waiter in the queue for a place. */
export interface Waiting {
  /** Resolves when a place is free for this waiter. Rejects with a DomainError `busy` when too many wait. */
  readonly place: Promise<Release>
  /** Leaves the queue; gives the place back when the waiter has one already. */
  leave(): void
}

/** How much work runs and waits at the moment, for those who watch. */
export interface PlaceCounts {
  readonly running: number
  readonly waiting: number
}

/** A semaphore: it limits how much work runs at once. */
export interface Places {
  /** Takes a place when one is free and nobody waits; null otherwise. */
  tryTake(): Release | null
  /** Waiters get places address by address, and those of one address in the order in which they came. */
  wait(address?: string): Waiting
  counts(): PlaceCounts
}

export interface PlacesOptions {
  /** How much work may run at the same time. */
  readonly count: number
  /** How many may wait; 1,000 when it is left out (docs/http-answers.md, Readers and writers). */
  readonly maxWaiting?: number
}

/** Seconds until a client that met a full queue may retry. */
const retryAfter = 1

interface Waiter {
  take(release: Release): void
  refuse(error: DomainError): void
}

/** Makes a semaphore with `count` places and a queue of at most `maxWaiting` waiters. */
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
