/**
 * The log positions of the primary over time. Times are milliseconds of a monotonic clock of this process, independent
 * of other machines' clocks.
 */
export interface Positions {
  /** Records the primary's position as queried at `moment` or later. */
  note(position: number, moment: number): void
  /** The last recorded time whose commits a position includes; -Infinity without any. */
  momentOf(position: number): number
}

interface Noted {
  readonly position: number
  moment: number
}

/** Records older than `maxAge` milliseconds are dropped, since nobody needs them. */
export function createPositions(longest: number): Positions {
  let noted: Noted[] = []
  return {
    note: (position, moment) => {
      const last = noted.at(-1)
      // The log of a primary only grows: this is another primary, whose earlier positions are unknown.
      if (last && position < last.position) noted = []
      if (last?.position === position) last.moment = moment
      else noted.push({ position, moment })
      noted = noted.filter(one => one.moment >= moment - longest)
    },
    momentOf: position => noted.findLast(one => one.position <= position)?.moment ?? Number.NEGATIVE_INFINITY,
  }
}
