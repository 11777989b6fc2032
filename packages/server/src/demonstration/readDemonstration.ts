import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Programme } from '@plenum/core'
import { readScheduleFile } from '../programme/readScheduleFile.js'
import type { PlannedContent, SessionDetails } from './plannedContent.js'

/** The file `site.json`: all but the programme. */
export interface DemonstrationSite {
  /** What the site root says beside the title and the times, which the programme has. */
  readonly welcome: Pick<PlannedContent, 'description' | 'paragraphs' | 'blocks' | 'fields'>
  /** In the order of the navigation. */
  readonly pages: readonly PlannedContent[]
  /** By the short names of sessions. */
  readonly sessions: Readonly<Record<string, SessionDetails>>
}

export interface Demonstration {
  /** The file `schedule.json`, which can be given to `plenum import schedule` as well. */
  readonly programme: Programme
  readonly site: DemonstrationSite
}

/** The conference of the demonstration, from the files beside this one. Throws an Error when one of them has faults. */
export function readDemonstration(): Demonstration {
  const reading = readScheduleFile(textOf('schedule.json'), {})
  if (!reading.ok) throw new Error(reading.faults.map(({ place, message }) => `${place}: ${message}`).join('\n'))
  return { programme: reading.programme, site: JSON.parse(textOf('site.json')) }
}

const textOf = (name: string): string => readFileSync(path.join(import.meta.dirname, name), 'utf8')
