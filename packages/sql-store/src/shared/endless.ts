import type { TimeSlice } from '@plenum/core'

/** A time slice that never ends. */
export const endless: TimeSlice = { isOver: () => false, next: async () => {} }
