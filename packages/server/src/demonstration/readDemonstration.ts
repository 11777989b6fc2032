import { readFileSync } from 'node:fs'
import path from 'node:path'
import { translateEnglish } from '@plenum/core'
import { faultMessage } from '../programme/fault.js'
import { readScheduleFile } from '../programme/readScheduleFile.js'
import type { PlannedContent, SessionDetails } from './sessionContent.js'

/** The contents of `site.json`: the demonstration without its sessions. */
export interface DemonstrationSite {
  /** The content of the front page, except for the title and the dates, which are taken from the schedule. */
  readonly welcome: Pick<PlannedContent, 'description' | 'paragraphs' | 'blocks' | 'fields'>
  /** The pages in the order of the navigation. */
  readonly pages: readonly PlannedContent[]
  readonly sessions: Readonly<Record<string, SessionDetails>>
}

/**
 * Reads `site.json` and `schedule.json` in this directory. Throws an Error if a file is invalid. `plenum import
 * schedule` can also import `schedule.json`.
 */
export function readDemonstration() {
  const reading = readScheduleFile(textOf('schedule.json'), {})
  if (!reading.ok) throw new Error(reading.faults.map(fault => translateEnglish(faultMessage(fault))).join('\n'))
  return { programme: reading.programme, site: JSON.parse(textOf('site.json')) as DemonstrationSite }
}

const textOf = (name: string): string => readFileSync(path.join(import.meta.dirname, name), 'utf8')
