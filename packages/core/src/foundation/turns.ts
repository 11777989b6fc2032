import { createPlaces, type PlaceCounts, type Places, type Release } from './places.js'
import { createTurnLoop, type TurnLoop } from './turnLoop.js'

/**
 * Lets a loop over many objects share the process: call `if (turn.isOver()) await turn.next()` once for each object.
 * Between two turns Node serves input and output.
 */
export interface Turn {
  /** Whether the current turn has used up its time. */
  isOver(): boolean
  /** Waits for a new turn. All waiters get one. */
  next(): Promise<void>
}

/** A piece of work that may turn out to be long, such as the answer to one request. */
export interface Work extends Turn {
  /** As `Turn.isOver`, but never for what has used less than a fifth of a turn itself: to finish it holds nobody up. */
  isOver(): boolean
  /**
   * As `Turn.next`. Rejects with `postponed` when the work has used more than a turn and all places for long work are
   * taken, and with `abandoned` when nobody waits for the result any more.
   */
  next(): Promise<void>
  /** From now on the work is neither postponed nor abandoned: call it before a write, or when others wait for it. */
  hurry(): void
  /** Takes a place for long work, before work that is known to be long. Throws `postponed` when all are taken. */
  expectLong(): void
  /**
   * Waits for a turn in which no other caller of `ownTurn` runs. Call it before a step that takes some milliseconds
   * without a pause, and before that step holds a snapshot or a lock. What it gives is to be called when the step is over:
   * where it took less, others follow in the same turn.
   */
  ownTurn(): Promise<Release>
  /** Waits for a place for long work; returns at once when the work has one. */
  takePlace(): Promise<void>
  /** From now on the work uses the places for writes of members, which do not wait behind reads. */
  joinWrites(): void
  /** Gives the place back while the work waits for its client: to send a body, or to read a result that is made. */
  leavePlace(): void
  /** Tells that nobody waits for the result any more. */
  abandon(): void
  /** Throws `abandoned` when nobody waits for the result any more. */
  check(): void
  /** Gives the place back. Must be called when the result has been delivered. */
  end(): void
}

/** Divides the time of one process among all requests in it (docs/http-answers.md, Turns). */
export interface Turns extends Turn {
  /** `address` tells the network address that the work is for: waiting work gets places address by address. */
  begin(address?: () => string): Work
  /** Long work that runs, and that waits for a place. */
  long(): PlaceCounts
}

export interface TurnsOptions {
  /** A clock in milliseconds that is never set back. */
  now(): number
  /** Calls back after input and output were served: `setImmediate` of Node. */
  nextTurn(callback: () => void): void
  /**
   * Milliseconds after which a turn is over; 10 by default, so that a turn and the object at its end stay below 15 ms.
   */
  readonly length?: number
  /** How many pieces of long work run at the same time, and as many more that write for members; 2 by default. */
  readonly long?: number
}

/** Thrown to stop work that must wait for a place and start again; `withPlace` catches it. */
export const postponed: unique symbol = Symbol('postponed')

/** Thrown to stop work whose result nobody waits for any more. */
export const abandoned: unique symbol = Symbol('abandoned')

/** The turns of one process. Everything that runs in the process must share this one object. */
export function createTurns({ now, nextTurn, length = 10, long = 2 }: TurnsOptions): Turns {
  const loop = createTurnLoop({ now, nextTurn, length })
  const [reads, writes] = [createPlaces({ count: long }), createPlaces({ count: long })]
  const isOver = (): boolean => now() - loop.begun() > length
  return {
    isOver,
    next: () => loop.next('long'),
    begin: (address = nowhere) => beginWork({ loop, reads, writes, now, length }, address),
    long: () => sumOf(reads.counts(), writes.counts()),
  }
}

/** The address of work that no request has caused. */
const nowhere = (): string => ''

const sumOf = (one: PlaceCounts, two: PlaceCounts): PlaceCounts => ({
  running: one.running + two.running,
  waiting: one.waiting + two.waiting,
})

interface Shares {
  readonly loop: TurnLoop
  readonly reads: Places
  /** Of members. */
  readonly writes: Places
  readonly now: () => number
  readonly length: number
}

/** Counts only the time of this work: it is not long because other work has used up the turn. */
function beginWork({ loop, reads, writes, now, length }: Shares, address: () => string): Work {
  let places = reads
  let used = 0
  // Begins the turn now, so that the time before the first call of `isOver` counts.
  loop.begun()
  let seenAt = now()
  let place: Release | null = null
  let isAbandoned = false
  let isHurried = false
  let giveUp = (): void => {}
  const isOver = (): boolean => {
    const [begun, time] = [loop.begun(), now()]
    used += Math.max(0, time - Math.max(begun, seenAt))
    seenAt = time
    return time - begun > length && used > length / 5
  }
  const next = (): Promise<void> => loop.next(used > length ? 'long' : 'short')
  const check = (): void => {
    if (isAbandoned && !isHurried) throw abandoned
  }
  const abandon = (): void => {
    isAbandoned = true
    giveUp()
  }
  const leavePlace = (): void => {
    place?.()
    place = null
  }
  const end = (): void => {
    abandon()
    leavePlace()
  }
  const expectLong = (): void => {
    check()
    place ??= places.tryTake()
    if (!place && !isHurried) throw postponed
  }
  return {
    isOver,
    next: async () => {
      if (used > length) expectLong()
      check()
      await next()
    },
    expectLong,
    ownTurn: async () => {
      for (;;) {
        const leave = loop.claim()
        if (leave) return leave
        await loop.next('own')
      }
    },
    hurry: () => {
      isHurried = true
    },
    takePlace: async () => {
      check()
      if (place) return
      const waiting = places.wait(address())
      const givenUp = new Promise<never>((_, reject) => {
        giveUp = () => {
          waiting.leave()
          reject(abandoned)
        }
      })
      place = await Promise.race([waiting.place, givenUp])
    },
    joinWrites: () => {
      places = writes
    },
    leavePlace,
    abandon,
    check,
    end,
  }
}

const maxAttempts = 20

/** Runs `attempt`, and again from the start when it was postponed. It must have no effect until it succeeds. */
export async function withPlace<T>(work: Work, attempt: () => Promise<T>): Promise<T> {
  for (let left = maxAttempts; ; left--) {
    try {
      return await attempt()
    } catch (error) {
      // Other work may have thrown it while this one waited for its result. The next attempt does the work itself.
      if ((error !== postponed && error !== abandoned) || left === 0) throw error
      await work.takePlace()
    }
  }
}

/** All items of a result that comes in batches. Waits for a new turn between two batches where the turn is over. */
export async function collect<T>(stretches: AsyncIterable<readonly T[]>, turn: Turn): Promise<T[]> {
  const all: T[] = []
  for await (const stretch of stretches) {
    for (const item of stretch) all.push(item)
    if (turn.isOver()) await turn.next()
  }
  return all
}

/** The return value of a generator. Waits for a new turn between two steps where the turn is over. */
export async function inSteps<T>(steps: Generator<undefined, T>, turn: Turn): Promise<T> {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    if (turn.isOver()) await turn.next()
  }
}
