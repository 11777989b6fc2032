/** `@plenum/core/schedule`: the layout of a programme on a grid, on plain values. */
export { type LayoutRoom, type LayoutSlot, layoutSchedule, type PlacedSlot, type ScheduleDay } from './event/layout.js'
