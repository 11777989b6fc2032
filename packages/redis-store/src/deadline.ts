/** The error that is thrown when an operation exceeds its deadline. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError'

  constructor(readonly milliseconds: number) {
    super(`no answer within ${milliseconds} ms`)
  }
}

/**
 * The number of consecutive timers that measure a timeout. While this process is blocked, it neither sends nor receives
 * data. Because the timeout is divided into parts, a blocked period shortens it by at most one part.
 */
const parts = 5

/**
 * Resolves to the result of `task`. After `milliseconds`, calls `onLate` and rejects with a DeadlineError. Late results
 * are ignored, except for a reply that arrived before the deadline while this process was busy (docs/caching.md,
 * Deadlines).
 */
export function withinDeadline<T>(
  task: Promise<T>,
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
    const wait = (remaining: number): void => {
      // An expired timer runs before a reply that has already arrived is read, so another event loop iteration is
      // needed.
      timer = remaining > 0 ? setTimeout(wait, milliseconds / parts, remaining - 1) : setTimeout(end, 0)
    }
    wait(parts)
    task.then(
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
