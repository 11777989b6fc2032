/** An operation did not end in time. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError'

  constructor(readonly milliseconds: number) {
    super(`no answer within ${milliseconds} ms`)
  }
}

/**
 * The time is up in parts, so that a stall of this process, in which nothing is sent or read, costs one of them at
 * most.
 */
const parts = 5

/**
 * What the work comes to, or a DeadlineError after so many milliseconds, of which `onLate` hears too. What comes late
 * is ignored, but not what lay there when the time was up while our own process was busy (docs/caching.md, Deadlines).
 */
export function withinDeadline<T>(
  work: Promise<T>,
  milliseconds: number,
  onLate: (error: DeadlineError) => void = () => {},
): Promise<T> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout
    const end = (): void => {
      const error = new DeadlineError(milliseconds)
      onLate(error)
      reject(error)
    }
    const wait = (left: number): void => {
      // One more turn at last: an answer that has arrived is read after the timers that are due.
      timer = left > 0 ? setTimeout(wait, milliseconds / parts, left - 1) : setTimeout(end, 0)
    }
    wait(parts)
    work.then(
      value => {
        clearTimeout(timer)
        resolve(value)
      },
      error => {
        clearTimeout(timer)
        reject(error)
      },
    )
  })
}
