import {
  asOwner,
  DomainError,
  type ImportReport,
  type InputOf,
  type Programme,
  type Site,
  translateEnglish,
} from '@plenum/core'
import type { Output } from './compose.js'
import { refuseDemonstration } from './demonstration/removeDemonstration.js'
import { displayedSource, fetchSchedule, isUrl } from './imports/fetchSchedule.js'
import { readTextFile } from './imports/readTextFile.js'
import type { ImportRun, ImportTask } from './imports/rehearse.js'
import { faultMessage } from './programme/fault.js'
import { readScheduleFile } from './programme/readScheduleFile.js'
import { showProgress } from './showProgress.js'
import { StartError } from './startError.js'
import { untilInterrupted } from './stopSignals.js'
import { promptAtTerminal } from './terminal/promptAtTerminal.js'

/**
 * The maximum number of printed lines of each kind. Without this limit, one systematic mistake could cause thousands of
 * lines.
 */
const maxLines = 50

export interface ScheduleImport {
  readonly file: string
  /** Whether the URL may point to a host in a private network. */
  readonly allowPrivate: boolean
  /** The id of the user who owns new content. Defaults to the administrator. */
  readonly author?: string
  readonly timezone?: string
  readonly event?: string
  readonly retractMissing: boolean
  readonly replaceEvent: boolean
  readonly keepDemo: boolean
}

/**
 * Prepares the import of a schedule file or URL. If the file is invalid, reports all errors and resolves to null
 * (docs/schedule.md, Import of a programme).
 */
export async function scheduleImport(request: ScheduleImport, output: Output): Promise<ImportTask | null> {
  const { file } = request
  if (isUrl(file)) return (site, run) => importFromUrl(site, request, run)
  const programme = readProgramme(request, await readTextFile(file), output)
  return programme && ((site, run) => importProgramme(site, { ...request, programme }, run))
}

function readProgramme({ file, timezone }: ScheduleImport, text: string, { say }: Output): Programme | null {
  const reading = readScheduleFile(text, timezone === undefined ? {} : { timezone })
  if (reading.ok) return reading.programme
  say(`${displayedSource(file)} was not imported; nothing was written. Errors:`)
  for (const line of limited(reading.faults.map(fault => translateEnglish(faultMessage(fault))))) say(line)
  return null
}

/** Imports a schedule from a URL, unless the file has not changed since the last import with the same options. */
async function importFromUrl(site: Site, request: ScheduleImport, run: ImportRun): Promise<boolean> {
  const { file: url, event, retractMissing, allowPrivate } = request
  const last = await asOwner(site, 'getImportSource', event === undefined ? {} : { eventPath: event })
  const isSame = last?.url === url && last.retractMissing === retractMissing
  const fetched = await fetchSchedule({ url, etag: isSame ? last.etag : null, allowPrivate })
  if (fetched === null) {
    run.output.say(`${displayedSource(url)} has not changed since the last import; nothing was written.`)
    return true
  }
  const programme = readProgramme(request, fetched.text, run.output)
  if (!programme) return false
  const source = fetched.etag === null ? {} : { source: { url, etag: fetched.etag } }
  return importProgramme(site, { ...request, ...source, programme }, run)
}

async function importProgramme(
  site: Site,
  request: ScheduleImport & Pick<InputOf<'importProgramme'>, 'programme' | 'source'>,
  { config, isDry, output }: ImportRun,
): Promise<boolean> {
  const { programme, file, event, author = config.adminUser, retractMissing, replaceEvent } = request
  await requireUser(site, author)
  // In a dry run, the user is not prompted, because nothing would be removed.
  if (!request.keepDemo) await refuseDemonstration(site, { prompt: isDry ? null : promptAtTerminal, say: output.say })
  const fetched = request.source ? { source: request.source } : {}
  const options = { programme, author, retractMissing, replaceEvent, isDry, ...fetched }
  const report = await untilInterrupted(`${displayedSource(file)} was not imported; nothing was written.`, signal => {
    const progress = showProgress('sessions', 100)
    const onProgress = (done: number, total: number): void => {
      signal.throwIfAborted()
      progress.show(done, total)
    }
    const place = event === undefined ? {} : { eventPath: event }
    return asOwner(site, 'importProgramme', { ...options, ...place, onProgress }).finally(progress.end)
  })
  if (isDry) output.say(`${displayedSource(file)} can be imported; nothing was written.`)
  for (const line of linesOf(programme, report)) output.say(line)
  return true
}

function* linesOf(programme: Programme, report: ImportReport): Generator<string> {
  const { created, updated, unchanged, retracted, edited, missing } = report
  yield `${programme.title}: ${programme.sessions.length} sessions in the time zone ${programme.timezone}.`
  yield `${created} objects created, ${updated} changed, ${unchanged} unchanged, ${retracted} retracted.`
  const types = Object.entries(report.createdTypes).map(([type, count]) => `${count} ${type}`)
  if (types.length > 0) yield `Created: ${types.join(', ')}.`
  if (edited.length > 0) yield 'Changed:'
  yield* limited(edited.map(({ path, title, fields }) => `${path} (${title}): ${fields.join(', ') || 'state'}`))
  if (report.differences.length > 0) yield 'Differences of the schedule:'
  yield* limited(report.differences.map(lineOf))
  for (const type of programme.unknownTypes) yield `Sessions of the unknown type "${type}" were imported as talks.`
  for (const { path, title } of missing) yield `No longer in the file: ${path} (${title}).`
}

const lineOf = ({ kind, title, before, after }: ImportReport['differences'][number]): string =>
  `${kind}: ${title} (${[before, after].map(value => value ?? '-').join(' → ')})`

function* limited(lines: readonly string[]): Generator<string> {
  for (const line of lines.slice(0, maxLines)) yield `  ${line}`
  if (lines.length > maxLines) yield `  and ${lines.length - maxLines} more.`
}

/** Throws a StartError if the user does not exist, because imported content must have an owner. */
async function requireUser(site: Site, id: string): Promise<void> {
  try {
    await asOwner(site, 'getUser', { id })
  } catch (error) {
    if (!(error instanceof DomainError && error.code === 'not-found')) throw error
    throw new StartError(`There is no user ${id}: choose one from \`plenum user list\` with --author.`)
  }
}
