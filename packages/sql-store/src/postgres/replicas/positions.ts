/**
 * The log positions of the primary over time. Times are milliseconds of a monotonic clock of this process, independent
 * of other machines' clocks.
 */
export interface Positions {
  /** Records the primary's position as queried at `moment` or later. */
  record(position: number, moment: number): void
  /** The last recorded time whose commits a position includes; -Infinity without any. */
  momentOf(position: number): number
}

interface PositionRecord {
  readonly position: number
  moment: number
}

/** Records older than `maxAge` milliseconds are dropped, since nobody needs them. */
export function createPositions(maxAge: number): Positions {
  let records: PositionRecord[] = []
  return {
    record: (position, moment) => {
      const last = records.at(-1)
      // The log of a primary only grows: this is another primary, whose earlier positions are unknown.
      if (last && position < last.position) records = []
      if (last?.position === position) last.moment = moment
      else records.push({ position, moment })
      records = records.filter(record => record.moment >= moment - maxAge)
    },
    momentOf: position => records.findLast(record => record.position <= position)?.moment ?? Number.NEGATIVE_INFINITY,
  }
}
