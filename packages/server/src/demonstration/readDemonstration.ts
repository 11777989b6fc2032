import { readFileSync } from 'node:fs'
import path from 'node:path'
import { readScheduleFile } from '../programme/readScheduleFile.js'
import type { PlannedContent, SessionDetails } from './sessionContent.js'

/** The content of `site.json`: the demonstration without the programme. */
export interface DemonstrationSite {
  /** The fields of the site root, without the title or dates, which come from the programme. */
  readonly welcome: Pick<PlannedContent, 'description' | 'paragraphs' | 'blocks' | 'fields'>
  /** The pages, in the order of the navigation. */
  readonly pages: readonly PlannedContent[]
  /** The details of sessions, by short name. */
  readonly sessions: Readonly<Record<string, SessionDetails>>
}

/**
 * Reads the demonstration from two files in this directory: `site.json`, and `schedule.json`, which `plenum import
 * schedule` can also import. Throws an Error if a file is invalid.
 */
export function readDemonstration() {
  const reading = readScheduleFile(textOf('schedule.json'), {})
  if (!reading.ok) throw new Error(reading.faults.map(({ place, message }) => `${place}: ${message}`).join('\n'))
  return { programme: reading.programme, site: JSON.parse(textOf('site.json')) as DemonstrationSite }
}

const textOf = (name: string): string => readFileSync(path.join(import.meta.dirname, name), 'utf8')
