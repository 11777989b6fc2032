/** `@plenum/core/schedule`: arranges a programme of plain values in a grid and finds its conflicts. */
export {
  type Conflict,
  type ConflictLimits,
  type ConflictSlot,
  findConflicts,
  type TimeSpan,
} from './event/conflicts.js'
export { type LayoutRoom, type LayoutSlot, layoutSchedule, type PlacedSlot, type ScheduleDay } from './event/layout.js'
