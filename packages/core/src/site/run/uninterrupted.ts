import type { TimeSlice } from '../../foundation/scheduler.js'

export type ReadForApplication = <T>(read: () => Promise<T>) => Promise<T>

/**
 * Calls a function of an application that reads from the site. A read is interrupted if it throws a value that is not
 * an Error, such as `postponed`, because the operation must start again. To prevent the application from catching this
 * value, the promise of the read then never settles, and the returned promise rejects instead.
 */
export async function uninterrupted<T>(use: (read: ReadForApplication) => T | Promise<T>): Promise<T> {
  let interrupt: (reason: unknown) => void = () => {}
  const interruption = new Promise<never>((_, reject) => {
    interrupt = reject
  })
  // Prevents an unhandled rejection if the interruption occurs after the function has returned.
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

export const sliceFor = (slice: TimeSlice, read: ReadForApplication): TimeSlice => ({
  isOver: () => slice.isOver(),
  next: () => read(() => slice.next()),
})
