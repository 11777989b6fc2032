import { postponed, type Task, type TimeSlice } from './scheduler.js'

/**
 * Returns a time slice whose `next` waits for a permit instead of rejecting with `postponed`. Use it outside of
 * `withPermit`, for code that holds neither a snapshot nor a lock and cannot start again.
 */
export const waitingSlice = (task: Task): TimeSlice => ({
  isOver: task.isOver,
  next: async () => {
    try {
      await task.next()
    } catch (error) {
      if (error !== postponed) throw error
      await task.acquirePermit()
    }
  },
})
