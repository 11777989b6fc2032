import type { PlacedSlot, ScheduleDay } from './layout.js'

/** The CSS sizes of the grid tracks. */
export interface GridTracks {
  /** The height of a quarter of an hour. Default: `auto`. */
  readonly row?: string
  /** The width of a room column. Default: `minmax(0, 1fr)`. */
  readonly column?: string
}

/** The values of `grid-template-columns` and `grid-template-rows`, which name the lines that the slots of a day use. */
export interface GridTemplate {
  readonly columns: string
  readonly rows: string
}

interface GridDay {
  readonly rooms: ScheduleDay<never>['rooms']
  readonly items: readonly GridItem[]
}

type GridItem = Pick<PlacedSlot<never>, 'gridRow'>

const quartersOfDay = 24 * 4

/**
 * Returns the CSS grid of a day, in which `gridColumn` and `gridRow` of each slot refer to existing lines. The rows
 * begin with the first slot, and end with the last slot, which may end after midnight. They cover less than 24 hours,
 * because the line names contain no date.
 *
 * @example
 * const { columns, rows } = gridTemplate(day)
 * // columns: '[room-1] minmax(0, 1fr) [room-2] minmax(0, 1fr) [room-all]'
 * // rows: '[time-0900] auto [time-0915] auto [time-0930]'
 */
export function gridTemplate({ rooms, items }: GridDay, tracks: GridTracks = {}): GridTemplate {
  const { row = 'auto', column = 'minmax(0, 1fr)' } = tracks
  const roomCount = Math.max(1, rooms.filter(([token]) => token !== '_all_').length)
  const roomColumns = Array.from({ length: roomCount }, (_, i) => `[room-${i + 1}] ${column} `)
  return { columns: `${roomColumns.join('')}[room-all]`, rows: rowsOf(items, row) }
}

function rowsOf(items: readonly GridItem[], size: string): string {
  const spans = items.map(quartersIn)
  if (spans.length === 0) return 'none'
  const first = Math.min(...spans.map(({ from }) => from))
  const last = Math.min(first + quartersOfDay - 1, Math.max(...spans.map(({ until }) => until)))
  const lines = Array.from({ length: last - first + 1 }, (_, i) => `[${lineAt(first + i)}]`)
  return lines.join(` ${size} `)
}

/**
 * Returns the rows of a slot, in quarter hours since midnight. A slot without a duration occupies one row. An end
 * before the start is taken as a time on the next day.
 */
function quartersIn({ gridRow }: GridItem): { readonly from: number; readonly until: number } {
  const [from = 0, end = 0] = gridRow.split(' / ').map(quarterOf)
  if (end === from) return { from, until: from + 1 }
  return { from, until: end > from ? end : end + quartersOfDay }
}

const quarterOf = (line: string): number => Number(line.slice(5, 7)) * 4 + Number(line.slice(7)) / 15

const lineAt = (quarter: number): string =>
  `time-${twoDigits(Math.floor(quarter / 4) % 24)}${twoDigits((quarter % 4) * 15)}`

const twoDigits = (value: number): string => String(value).padStart(2, '0')
