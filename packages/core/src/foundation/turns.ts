import { createPlaces, type Places, type Release } from './places.js'
import { createTurnLoop, type TurnLoop } from './turnLoop.js'

/**
 * The turns of the event loop, for loops over many objects: `if (turn.isOver()) await turn.next()`, once for each
 * object. Between two turns input and output are served.
 */
export interface Turn {
  /** Whether the turn has lasted long enough. */
  isOver(): boolean
  /** Waits for another turn; those who wait get theirs one after the other. */
  next(): Promise<void>
}

/** A piece of work that may turn out to be long, such as the answer to one request. */
export interface Work extends Turn {
  /**
   * As `Turn.next`. Rejects with `postponed` when the work has proved to be long and all places for long work are
   * taken, and with `abandoned` when nobody waits for the result any more.
   */
  next(): Promise<void>
  /** From now on the work is never postponed nor abandoned: others wait for it, or it is writing. */
  hurry(): void
  /** For what is known to take long: takes a place among long work. Throws `postponed` when all are taken. */
  expectLong(): void
  /**
   * For what takes some milliseconds in one piece, before it holds anything: one such piece begins in a turn, the
   * others wait for turns of theirs.
   */
  ownTurn(): Promise<void>
  /** Waits for a place among long work; at once for work that has one. */
  takePlace(): Promise<void>
  /** Tells that nobody waits for the result any more. */
  abandon(): void
  /** Throws `abandoned` when nobody waits for the result any more. */
  check(): void
  /** Gives the place back. To be called when the result has been handed over. */
  end(): void
}

/** Divides one process among all who work in it (docs/http-answers.md, Turns). */
export interface Turns extends Turn {
  begin(): Work
}

export interface TurnsOptions {
  /** A clock in milliseconds that is never set back. */
  now(): number
  /** Calls back after input and output were served; `setImmediate` of Node. */
  nextTurn(callback: () => void): void
  /**
   * Milliseconds after which a turn is over; 10 when it is left out, so that with the object in hand it stays below 15.
   */
  readonly length?: number
  /** Pieces of long work that run at the same time; 2 when it is left out. */
  readonly long?: number
}

/** Thrown to end work that is to wait for a place and to begin again; `withPlace` takes care of it. */
export const postponed: unique symbol = Symbol('postponed')

/** Thrown to end work whose result nobody waits for. */
export const abandoned: unique symbol = Symbol('abandoned')

/** The turns of one process: all that share it have to share them as well. */
export function createTurns({ now, nextTurn, length = 10, long = 2 }: TurnsOptions): Turns {
  const loop = createTurnLoop(now, nextTurn)
  const places = createPlaces({ count: long })
  const isOver = (): boolean => now() - loop.begun() > length
  return {
    isOver,
    next: () => loop.next('long'),
    begin: () => beginWork({ loop, places, now, length }),
  }
}

interface Shares {
  readonly loop: TurnLoop
  readonly places: Places
  readonly now: () => number
  readonly length: number
}

/** Counts the time that the work itself has taken: others may have used up the turn in which it is still short. */
function beginWork({ loop, places, now, length }: Shares): Work {
  let used = 0
  // From now on the turn is known, so that what is done before the first look counts.
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
    return time - begun > length
  }
  const next = (): Promise<void> => loop.next(used > length ? 'long' : 'short')
  const check = (): void => {
    if (isAbandoned && !isHurried) throw abandoned
  }
  const abandon = (): void => {
    isAbandoned = true
    giveUp()
  }
  const end = (): void => {
    abandon()
    place?.()
    place = null
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
      while (!loop.claim()) await loop.next('long')
    },
    hurry: () => {
      isHurried = true
    },
    takePlace: async () => {
      check()
      if (place) return
      const waiting = places.wait()
      const givenUp = new Promise<never>((_, reject) => {
        giveUp = () => {
          waiting.leave()
          reject(abandoned)
        }
      })
      place = await Promise.race([waiting.place, givenUp])
    },
    abandon,
    check,
    end,
  }
}

const maxAttempts = 20

/** Does a piece of work, from the start each time it was postponed. What it does until then must have no effect. */
export async function withPlace<T>(work: Work, attempt: () => Promise<T>): Promise<T> {
  for (let left = maxAttempts; ; left--) {
    try {
      return await attempt()
    } catch (error) {
      // It may be other work's, for whose result this one has waited: the next attempt is then as good as the first.
      if ((error !== postponed && error !== abandoned) || left === 0) throw error
      await work.takePlace()
    }
  }
}

/** All of what comes in stretches, with a pause between two of them where the turn is over. */
export async function collect<T>(stretches: AsyncIterable<readonly T[]>, turn: Turn): Promise<T[]> {
  const all: T[] = []
  for await (const stretch of stretches) {
    for (const item of stretch) all.push(item)
    if (turn.isOver()) await turn.next()
  }
  return all
}

/** The result of work that is done in steps, with a pause between two of them where the turn is over. */
export async function inSteps<T>(steps: Generator<undefined, T>, turn: Turn): Promise<T> {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    if (turn.isOver()) await turn.next()
  }
}
