import { withDeadline } from '@plenum/core/memoize'
import { startTimer } from './startTimer.js'

/** An operation did not end in time. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError'

  constructor(readonly milliseconds: number) {
    super(`no answer within ${milliseconds} ms`)
  }
}

/** What the work comes to, or a DeadlineError after so many milliseconds, of which `onLate` hears too. */
export function withinDeadline<T>(
  work: Promise<T>,
  milliseconds: number,
  onLate: (error: DeadlineError) => void = () => {},
): Promise<T> {
  return withDeadline<T>(() => work, {
    milliseconds,
    timer: startTimer,
    late: () => {
      const error = new DeadlineError(milliseconds)
      onLate(error)
      return Promise.reject(error)
    },
    broken: error => Promise.reject(error),
  })
}
