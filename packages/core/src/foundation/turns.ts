import { createPlaces, type PlaceCounts, type Places, type Release } from './places.js'
import { createTurnLoop, type TurnLoop } from './turnLoop.js'

/**
 * Lets a loop over many objects share the process: call `if (slice.isOver()) await slice.next()` once per object. Node
 * serves I/O between two slices.
 */
export interface Turn {
  /** Whether the current time slice is used up. */
  isOver(): boolean
  /** Waits for a new time slice. Every waiter gets one. */
  next(): Promise<void>
}

/** A unit of work that may turn out to be long, such as answering one request. */
export interface Work extends Turn {
  /**
   * Like `TimeSlice.isOver`, but false until the task itself has used a fifth of a slice: finishing such a short task
   * delays nobody.
   */
  isOver(): boolean
  /**
   * Like `TimeSlice.next`. Rejects with `postponed` when the task has used more than one slice and no permit for long
   * tasks is free, and with `abandoned` when nobody waits for the result any more.
   */
  next(): Promise<void>
  /**
   * From now on the task is neither postponed nor abandoned: call this before a write, or if other tasks wait for it.
   */
  hurry(): void
  /** Acquires a permit before work that is known to be long. Throws `postponed` if none is free. */
  expectLong(): void
  /**
   * Waits for a slice in which no other caller of `exclusiveSlice` runs. Call it before a step that takes some
   * milliseconds without a pause, and before that step holds a snapshot or a lock. Call the returned function after the
   * step, so that other tasks can use the rest of the slice.
   */
  ownTurn(): Promise<Release>
  /** Waits for a permit for long tasks; returns immediately if the task already has one. */
  takePlace(): Promise<void>
  /** From now on the task uses the permits for members' writes, which do not queue behind reads. */
  joinWrites(): void
  /** Releases the permit while the task waits for its client to send a body or to read a finished result. */
  leavePlace(): void
  /** Signals that nobody waits for the result any more. */
  abandon(): void
  /** Throws `abandoned` when nobody waits for the result any more. */
  check(): void
  /** Releases the permit. Must be called after the result has been delivered. */
  end(): void
}

/** Divides the time of one process among its requests (docs/http-answers.md, Turns). */
export interface Turns extends Turn {
  /** `address` returns the network address of the client; waiting tasks get permits round-robin by address. */
  begin(address?: () => string): Work
  /** Counts of long tasks: running, and waiting for a permit. */
  long(): PlaceCounts
}

export interface TurnsOptions {
  /** A monotonic clock in milliseconds. */
  now(): number
  /** Calls back after Node has served I/O: `setImmediate`. */
  nextTurn(callback: () => void): void
  /**
   * Length of a slice in milliseconds; 10 by default, so that a slice and the object at its end stay below 15 ms.
   */
  readonly length?: number
  /** Maximum number of concurrent long tasks, and the same number again for members' writes; 2 by default. */
  readonly long?: number
}

/** Thrown to stop a task that must wait for a permit and start again; `withPermit` catches it. */
export const postponed: unique symbol = Symbol('postponed')

/** Thrown to stop a task when nobody waits for its result any more. */
export const abandoned: unique symbol = Symbol('abandoned')

/** Creates the scheduler of a process. All code in the process must share it. */
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

/** The address of tasks that no request has started. */
const nowhere = (): string => ''

const sumOf = (one: PlaceCounts, two: PlaceCounts): PlaceCounts => ({
  running: one.running + two.running,
  waiting: one.waiting + two.waiting,
})

interface Shares {
  readonly loop: TurnLoop
  readonly reads: Places
  /** For members' writes. */
  readonly writes: Places
  readonly now: () => number
  readonly length: number
}

/** Counts only the time of this task, so that it does not count as long when other tasks have used up the slice. */
function beginWork({ loop, reads, writes, now, length }: Shares, address: () => string): Work {
  let places = reads
  let used = 0
  // Begins the slice now, so that the time before the first call of `isOver` counts.
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

/** Runs `attempt`, and restarts it after a postponement. It must have no effect until it succeeds. */
export async function withPlace<T>(work: Work, attempt: () => Promise<T>): Promise<T> {
  for (let left = maxAttempts; ; left--) {
    try {
      return await attempt()
    } catch (error) {
      // Another task whose result this one shares may have thrown this. The next attempt computes the result itself.
      if ((error !== postponed && error !== abandoned) || left === 0) throw error
      await work.takePlace()
    }
  }
}

/**
 * All items of a result that arrives in chunks. Waits for a new slice between two chunks if the current one is over.
 */
export async function collect<T>(stretches: AsyncIterable<readonly T[]>, turn: Turn): Promise<T[]> {
  const all: T[] = []
  for await (const stretch of stretches) {
    for (const item of stretch) all.push(item)
    if (turn.isOver()) await turn.next()
  }
  return all
}

/** The return value of a generator. Waits for a new slice between two steps if the current one is over. */
export async function inSteps<T>(steps: Generator<undefined, T>, turn: Turn): Promise<T> {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    if (turn.isOver()) await turn.next()
  }
}
