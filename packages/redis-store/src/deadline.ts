import { startTimer } from './startTimer.js'

/** An operation did not end in time. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError'

  constructor(readonly milliseconds: number) {
    super(`no answer within ${milliseconds} ms`)
  }
}

/** The time is up in parts, so that a stall of this process, in which nothing is sent or read, costs one of them at most. */
const parts = 5

/**
 * What the work comes to, or a DeadlineError after so many milliseconds, of which `onLate` hears too. When the time is
 * up the event loop gets one more turn: an answer that lay there while our own process was busy still counts (memoize
 * sheet, 3.3).
 */
export function withinDeadline<T>(
  work: Promise<T>,
  milliseconds: number,
  onLate: (error: DeadlineError) => void = ignore,
): Promise<T> {
  return new Promise((resolve, reject) => {
    let stop: () => void
    let isOver = false
    const wait = (left: number): void => {
      stop = startTimer(milliseconds / parts, () => (left > 1 ? wait(left - 1) : setImmediate(end)))
    }
    const settle = (): void => {
      isOver = true
      stop()
    }
    const end = (): void => {
      if (isOver) return
      const error = new DeadlineError(milliseconds)
      onLate(error)
      reject(error)
    }
    wait(parts)
    work.then(
      outcome => {
        settle()
        resolve(outcome)
      },
      error => {
        settle()
        reject(error)
      },
    )
  })
}

const ignore = (): void => {}
