import { readScheduleFile, type ScheduleFileReading } from './readScheduleFile.js'

/** The text of a schedule file, and the name of its default time zone. */
export interface ProgrammeFile {
  readonly text: string
  readonly timezone?: string
}

/** Parses a schedule file. Runs in a worker thread. */
export const answer = ({ text, timezone }: ProgrammeFile): ScheduleFileReading =>
  readScheduleFile(text, timezone === undefined ? {} : { timezone })
