import { DomainError } from './domainError.js'
import { message } from './messages.js'

/** Gives a place back. Further calls have no effect. */
export type Release = () => void

/** One waiter in the queue for a place. */
export interface Waiting {
  /** Resolves when a place is free for this waiter. Rejects with a DomainError `busy` when too many wait already. */
  readonly place: Promise<Release>
  /** Leaves the queue; gives the place back when the waiter has one already. */
  leave(): void
}

/** How much work runs and waits at the moment, for those who watch. */
export interface PlaceCounts {
  readonly running: number
  readonly waiting: number
}

/** A semaphore: it limits how much work runs at once. Waiters get places in the order in which they came. */
export interface Places {
  /** Takes a place when one is free and nobody waits; null otherwise. */
  tryTake(): Release | null
  wait(): Waiting
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

/** Makes a semaphore with `count` places and a queue of at most `maxWaiting` waiters. */
export function createPlaces({ count, maxWaiting = 1000 }: PlacesOptions): Places {
  const line = new Set<(release: Release) => void>()
  let taken = 0
  const give = (): Release => {
    let isGiven = true
    return () => {
      if (!isGiven) return
      isGiven = false
      const [next] = line
      if (!next) {
        taken -= 1
        return
      }
      line.delete(next)
      next(give())
    }
  }
  const tryTake = (): Release | null => {
    if (taken >= count || line.size > 0) return null
    taken += 1
    return give()
  }
  return {
    tryTake,
    wait: () => waiting(tryTake, line, maxWaiting),
    counts: () => ({ running: taken, waiting: line.size }),
  }
}

function waiting(tryTake: Places['tryTake'], line: Set<(release: Release) => void>, maxWaiting: number): Waiting {
  let release = tryTake()
  if (release) return { place: Promise.resolve(release), leave: release }
  if (line.size >= maxWaiting) return { place: Promise.reject(tooManyWait(maxWaiting)), leave: () => {} }
  let called: (release: Release) => void = () => {}
  const place = new Promise<Release>(resolve => {
    called = given => {
      release = given
      resolve(given)
    }
    line.add(called)
  })
  const leave = () => {
    line.delete(called)
    release?.()
  }
  return { place, leave }
}

function tooManyWait(limit: number): DomainError {
  return new DomainError('busy', message('busy.waiting', { limit }), { context: null, retryAfter })
}
