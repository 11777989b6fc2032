/** Calls `run` once after so many milliseconds, unless the function that it returns is called before. */
export type StartTimer = (milliseconds: number, run: () => void) => () => void

export interface Deadline<T> {
  readonly milliseconds: number
  readonly timer: StartTimer
  /** What stands for an answer that is late; a promise may reject. */
  late(): T | Promise<T>
  /** What stands for work that throws or rejects; a promise may reject. */
  broken(error: unknown): T | Promise<T>
}

/**
 * The time is up in parts, so that a stall of this process, in which nothing is sent or read, costs one of them at
 * most.
 */
const parts = 5

/**
 * The outcome of some work, or what stands for it when it takes too long or breaks. What comes late is ignored, but not
 * what lay there when the time was up while our own process was busy (docs/caching.md, Deadlines).
 */
export function withDeadline<T>(
  work: () => Promise<T>,
  { milliseconds, timer, late, broken }: Deadline<T>,
): Promise<T> {
  return new Promise(resolve => {
    let stop: () => void
    let isLate = false
    const end = (): void => {
      isLate = true
      resolve(late())
    }
    const wait = (left: number): void => {
      // One more turn at last: an answer that has arrived is read after the timers that are due.
      stop = left > 0 ? timer(milliseconds / parts, () => wait(left - 1)) : timer(0, end)
    }
    wait(parts)
    const settle = (outcome: T | Promise<T>): void => {
      stop()
      resolve(outcome)
    }
    attempt(work).then(settle, error => isLate || settle(broken(error)))
  })
}

function attempt<T>(work: () => Promise<T>): Promise<T> {
  try {
    return work()
  } catch (error) {
    return Promise.reject(error)
  }
}
