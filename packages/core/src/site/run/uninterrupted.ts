import type { TimeSlice } from '../../foundation/scheduler.js'

/** Runs a read of the site for a function of an application. */
export type ReadForApplication = <T>(read: () => Promise<T>) => Promise<T>

/**
 * Calls a function of an application that reads from the site. A read can be interrupted with a value that is not an
 * Error, such as `postponed`, so that the operation starts again. The application must not catch such a value.
 * Therefore, the promise of the interrupted read never settles, and the returned promise rejects instead.
 */
export async function uninterrupted<T>(use: (read: ReadForApplication) => T | Promise<T>): Promise<T> {
  let interrupt: (reason: unknown) => void = () => {}
  const interruption = new Promise<never>((_, reject) => {
    interrupt = reject
  })
  // The interruption may come after the function has returned.
  interruption.catch(() => {})
  const read: ReadForApplication = async start => {
    try {
      return await start()
    } catch (error) {
      if (error instanceof Error) throw error
      interrupt(error)
      return new Promise<never>(() => {})
    }
  }
  return Promise.race([interruption, use(read)])
}

/** Returns a time slice for a function of an application. */
export const sliceFor = (slice: TimeSlice, read: ReadForApplication): TimeSlice => ({
  isOver: () => slice.isOver(),
  next: () => read(() => slice.next()),
})
