/**
 * Where the primary was in its log at which moment. Moments are milliseconds of a monotonic clock of this process: no clock
 * of another machine counts.
 */
export interface Positions {
  /** Notes where the primary was when it was asked; it was asked at `moment` or later. */
  note(position: number, moment: number): void
  /** The last noted moment of which a position has everything that was committed before; -Infinity when there is none. */
  momentOf(position: number): number
}

interface Noted {
  readonly position: number
  moment: number
}

/** Notes what is not older than `longest` milliseconds, which is all that anybody asks for. */
export function createPositions(longest: number): Positions {
  let noted: Noted[] = []
  return {
    note: (position, moment) => {
      const last = noted.at(-1)
      // The log of a primary only grows: this is another one, which may never have been where that one was.
      if (last && position < last.position) noted = []
      if (last?.position === position) last.moment = moment
      else noted.push({ position, moment })
      noted = noted.filter(one => one.moment >= moment - longest)
    },
    momentOf: position => noted.findLast(one => one.position <= position)?.moment ?? Number.NEGATIVE_INFINITY,
  }
}
