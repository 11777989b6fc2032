/** An operation did not end in time. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError'
}

/**
 * What the work comes to, or a DeadlineError after so many milliseconds. When the time is up the event loop gets one
 * more turn: an answer that lay there while our own process was busy still counts (memoize sheet, 3.3).
 */
export function withinDeadline<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      setImmediate(() => reject(new DeadlineError(`no answer within ${milliseconds} ms`)))
    }, milliseconds)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
