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

/** The outcome of some work, or what stands for it when it takes too long or breaks; never rejects. What comes late is ignored. */
export function withDeadline<T>(
  work: () => Promise<T>,
  { milliseconds, timer, late, broken }: Deadline<T>,
): Promise<T> {
  return new Promise(resolve => {
    let stop = timer(milliseconds, () => {
      // One more turn: after a stall of this process the timer is due before the answer that has long arrived is read.
      stop = timer(0, () => resolve(late()))
    })
    const settle = (outcome: T): void => {
      stop()
      resolve(outcome)
    }
    attempt(work).then(settle, error => settle(broken(error)))
  })
}

async function attempt<T>(work: () => Promise<T>): Promise<T> {
  return work()
}
