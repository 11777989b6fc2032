/** Thrown when an operation exceeds its deadline. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError'

  constructor(readonly milliseconds: number) {
    super(`no answer within ${milliseconds} ms`)
  }
}

/**
 * The number of timers into which a timeout is split. If this process stalls, it neither sends nor reads, so a stall
 * uses up at most one of these parts.
 */
const parts = 5

/**
 * Resolves with the result of `task`. After `milliseconds`, calls `onLate` and rejects with a DeadlineError. Late
 * results are ignored, except for a reply that arrived before the deadline while this process was busy
 * (docs/caching.md, Deadlines).
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
      // A reply that has arrived is read after the expired timers, so one more event loop iteration is necessary.
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
