/** `@plenum/core/schedule`: arranges plain data in a schedule grid and finds conflicts. */
export {
  type Conflict,
  type ConflictLimits,
  type ConflictSlot,
  findConflicts,
  type TimeSpan,
} from './event/conflicts.js'
export { type GridTemplate, type GridTracks, gridTemplate } from './event/gridTemplate.js'
export {
  type LayoutRoom,
  type LayoutSlot,
  type LayoutTypes,
  layoutSchedule,
  type PlacedSlot,
  type ScheduleDay,
} from './event/layout.js'
