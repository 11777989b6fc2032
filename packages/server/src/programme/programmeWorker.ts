import { readScheduleFile, type ScheduleFileReading } from './readScheduleFile.js'

/** The text of a file, and the name of a time zone. */
export interface ProgrammeFile {
  readonly text: string
  readonly timezone?: string
}

/** Reads a programme in another thread. */
export const answer = ({ text, timezone }: ProgrammeFile): ScheduleFileReading =>
  readScheduleFile(text, timezone === undefined ? {} : { timezone })
