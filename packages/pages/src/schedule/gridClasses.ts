import type { PlacedSlot } from './placedSlots.js'
import { lastQuarter, lineOf } from './slots.js'

// Grid positions are classes in the style sheet, because the content security policy forbids inline styles.

/** The maximum number of room columns in the grid. The last column contains all remaining rooms. */
const maxColumns = 40
/**
 * The largest minimum height for which the style sheet contains a class, in quarter hours. The tiles of longer sessions
 * are as high as the rows that they span.
 */
const maxQuarters = 12

const column = (room: number): number => Math.min(room, maxColumns)

/** Returns the classes for the columns of a slot. `first` and `last` are room numbers, beginning with 1. */
export const columns = (first: number, last: number): string => `c${column(first)} e${column(last)}`

const rows = (from: string, until: string): string => `f${from} u${until}`

export const height = (quarters: number): string => `h${Math.min(maxQuarters, Math.max(1, Math.round(quarters)))}`

const lane = (number: number, of: number): string => (of > 1 ? `l${number}-${of}` : '')

export const positionClasses = (slot: Omit<PlacedSlot<unknown>, 'session'>): string =>
  [columns(slot.first, slot.last), rows(slot.from, slot.until), lane(slot.lane, slot.lanes)].filter(Boolean).join(' ')

/**
 * Returns the CSS rules for all grid classes. The first column contains the times, and the first row contains the
 * names of the rooms.
 */
export function gridStyle(): string {
  const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, i) => i + 1)
  const lines = upTo(lastQuarter).map(i => [lineOf(i - 1), i + 1] as const)
  const rules = [
    ...upTo(maxColumns).map(n => `.c${n}{grid-column-start:${n + 1}}.e${n}{grid-column-end:${n + 2}}`),
    ...lines.slice(0, lastQuarter / 2).map(([line, row]) => `.f${line}{grid-row-start:${row}}`),
    ...lines.slice(1).map(([line, row]) => `.u${line}{grid-row-end:${row}}`),
    ...upTo(maxQuarters).map(n => `.h${n}{min-height:${(n * 1.35).toFixed(2)}rem}`),
    ...[2, 3, 4].flatMap(of => upTo(of).map(n => laneRule(n, of))),
  ]
  return `@media (min-width: 52rem) {${rules.join('')}}`
}

const laneRule = (n: number, of: number): string =>
  `.l${n}-${of}{width:${(100 / of).toFixed(2)}%;margin-inline-start:${((100 / of) * (n - 1)).toFixed(2)}%}`
