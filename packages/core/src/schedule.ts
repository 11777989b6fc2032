/** `@plenum/core/schedule`: arranges a programme in a grid, on plain values. */
export { type LayoutRoom, type LayoutSlot, layoutSchedule, type PlacedSlot, type ScheduleDay } from './event/layout.js'
