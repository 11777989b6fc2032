import { DomainError } from './domainError.js'
import { message } from './messages.js'

/** Gives a place back; more than one call changes nothing. */
export type Release = () => void

/** Somebody in a line for a place. */
export interface Waiting {
  /** Resolves when it is this one's turn. Rejects with `busy` when too many wait already. */
  readonly place: Promise<Release>
  /** Leaves the line, or gives the place back when it was had already. */
  leave(): void
}

/** A number of places for work that may not all run at once, and a line of those who wait, in order. */
export interface Places {
  /** Takes a place where one is free and nobody waits; null otherwise. */
  tryTake(): Release | null
  wait(): Waiting
}

export interface PlacesOptions {
  /** How many may have a place at the same time. */
  readonly count: number
  /** How many may wait; 1,000 when it is left out (docs/http-answers.md, Readers and writers). */
  readonly maxWaiting?: number
}

/** Seconds after which whoever found the line full may come again. */
const retryAfter = 1

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
  return { tryTake, wait: () => waiting(tryTake, line, maxWaiting) }
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
