import type { Fault } from './fault.js'
import { readScheduleFile, type ScheduleFileReading } from './readScheduleFile.js'

/** The contents of a schedule file, and the name of its default time zone. */
export interface ProgrammeFile {
  readonly text: string
  readonly timezone?: string
}

/** The programme in a file or, if the file is invalid, the first faults and the number of further faults. */
export type LimitedReading =
  | Extract<ScheduleFileReading, { readonly ok: true }>
  | { readonly ok: false; readonly faults: readonly Fault[]; readonly more: number }

/**
 * The maximum number of reported faults. Without this limit, one systematic mistake could cause thousands of reports.
 */
const maxFaults = 50

/**
 * Parses a schedule file. Runs in a worker thread. The thread that serves requests receives only the first faults,
 * because it would need seconds to deserialize the million faults that a file of 1 MB can contain.
 */
export function answer({ text, timezone }: ProgrammeFile): LimitedReading {
  const reading = readScheduleFile(text, timezone === undefined ? {} : { timezone })
  if (reading.ok) return reading
  const { faults } = reading
  return { ok: false, faults: faults.slice(0, maxFaults), more: Math.max(0, faults.length - maxFaults) }
}
