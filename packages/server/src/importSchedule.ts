import { readFile } from 'node:fs/promises'
import { asOwner, DomainError, type Site } from '@plenum/core'
import { readScheduleFile } from './programme/readScheduleFile.js'
import { showProgress } from './showProgress.js'
import { StartError } from './startError.js'

/** Faults of a file that are told; one systematic mistake may have thousands. */
const mostFaults = 50

export interface ImportRequest {
  readonly file: string
  readonly author: string
  readonly timezone?: string
  readonly event?: string
  readonly retractMissing: boolean
  /** Called when the file is valid, before anything is imported. */
  prepare(): Promise<unknown>
}

export interface ImportResult {
  readonly done: boolean
  /** The lines to print at the terminal. */
  readonly lines: readonly string[]
}

/**
 * Imports a programme in one transaction. When the file is invalid, nothing is written and the lines have all problems
 * (docs/schedule.md, Import of a programme).
 */
export async function importScheduleFile(site: Site, request: ImportRequest): Promise<ImportResult> {
  const text = await readText(request.file)
  const reading = readScheduleFile(text, request.timezone === undefined ? {} : { timezone: request.timezone })
  if (!reading.ok) {
    const faults = reading.faults.slice(0, mostFaults).map(({ place, message }) => `  ${place}: ${message}`)
    const more = reading.faults.length - faults.length
    const rest = more > 0 ? [`  and ${more} more.`] : []
    const lines = [`${request.file} was not imported; nothing was written. Its faults:`, ...faults, ...rest]
    return { done: false, lines }
  }
  const { programme } = reading
  await requireUser(site, request.author)
  await request.prepare()
  const progress = showProgress('sessions', 100)
  const report = await asOwner(site, 'importProgramme', {
    programme,
    author: request.author,
    retractMissing: request.retractMissing,
    onProgress: progress.show,
    ...(request.event === undefined ? {} : { eventPath: request.event }),
  }).finally(progress.end)
  return {
    done: true,
    lines: [
      `${programme.title}: ${programme.sessions.length} sessions in the time zone ${programme.timezone}.`,
      `${report.created} objects made, ${report.updated} changed, ${report.unchanged} left as they were, ${report.retracted} taken back.`,
      ...programme.unknownTypes.map(type => `Sessions of the unknown type "${type}" were taken for talks.`),
      ...report.missing.map(({ path, title }) => `Not in the file any more: ${path} (${title}).`),
    ],
  }
}

/** Content of a user that there is not would belong to nobody. */
async function requireUser(site: Site, id: string): Promise<void> {
  try {
    await asOwner(site, 'getUser', { id })
  } catch (error) {
    if (!(error instanceof DomainError && error.code === 'not-found')) throw error
    throw new StartError(`There is no user ${id}: name one of \`plenum user list\` by --author.`)
  }
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw new StartError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code ?? String(error)}).`)
  }
}
