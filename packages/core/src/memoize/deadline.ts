/** Calls `run` once after so many milliseconds, unless the function that it returns is called before. */
export type StartTimer = (milliseconds: number, run: () => void) => () => void

export interface Deadline<T> {
  readonly milliseconds: number
  readonly timer: StartTimer
  /** What stands for an answer that is late. */
  late(): T
  /** What stands for work that throws or rejects. */
  broken(error: unknown): T
}

/** The time is up in parts, so that a stall of this process, in which nothing is sent or read, costs one of them at most. */
const parts = 5

/** The outcome of some work, or what stands for it when it takes too long or breaks; never rejects. What comes late is ignored. */
export function withDeadline<T>(
  work: () => Promise<T>,
  { milliseconds, timer, late, broken }: Deadline<T>,
): Promise<T> {
  return new Promise(resolve => {
    let stop: () => void
    const wait = (left: number): void => {
      // One more turn at last: an answer that has arrived is read after the timers that are due.
      stop = left > 0 ? timer(milliseconds / parts, () => wait(left - 1)) : timer(0, () => resolve(late()))
    }
    wait(parts)
    const settle = (outcome: T): void => {
      stop()
      resolve(outcome)
    }
    attempt(work).then(settle, error => settle(broken(error)))
  })
}

function attempt<T>(work: () => Promise<T>): Promise<T> {
  try {
    return work()
  } catch (error) {
    return Promise.reject(error)
  }
}
