/** `@plenum/core/schedule`: arranges a programme in a grid and finds its conflicts, on plain values. */
export {
  type Conflict,
  type ConflictLimits,
  type ConflictSlot,
  findConflicts,
  type TimeSpan,
} from './event/conflicts.js'
export { type LayoutRoom, type LayoutSlot, layoutSchedule, type PlacedSlot, type ScheduleDay } from './event/layout.js'
