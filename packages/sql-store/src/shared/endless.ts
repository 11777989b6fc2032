import type { TimeSlice } from '@plenum/core'

/** A time slice that is never over. */
export const endless: TimeSlice = { isOver: () => false, next: async () => {} }
