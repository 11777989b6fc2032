import type { TimeSlice } from '@plenum/core'

/** A time slice without an end, for callers that need not yield. */
export const endless: TimeSlice = { isOver: () => false, next: async () => {} }
