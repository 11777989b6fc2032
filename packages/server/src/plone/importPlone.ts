import { writeFile } from 'node:fs/promises'
import type { ImportCounts, ImportOutcome, ImportStep, IncomingFinding, IncomingSite, Site } from '@plenum/core'
import { incomingExport, translateFinding } from '@plenum/plone-exchange'
import type { Output } from '../compose.js'
import { type Progress, showProgress } from '../showProgress.js'
import { StartError } from '../startError.js'
import { untilInterrupted } from '../stopSignals.js'
import { openExport } from './openExport.js'

export interface PloneImport {
  readonly folder: string
  readonly mayMerge: boolean
  readonly skipsUnknown: boolean
  readonly isDry: boolean
  readonly report?: string
}

/** The maximum number of findings that are printed. The report file contains all findings. */
const maxShown = 50

/**
 * Imports an export of a Plone site. If there are problems, nothing is written and the result is false
 * (docs/how-to/move-in.md).
 */
export async function importPlone(site: Site, options: PloneImport, output: Output): Promise<boolean> {
  const { folder, report, ...how } = options
  // An empty report is written first, so that the import fails early if the report is not writable.
  if (report !== undefined) await writeReport(report, '')
  const source = failOnChange(await incomingExport(await openExport(folder), site.now()), folder)
  const outcome = await untilInterrupted(`${folder} was not imported; nothing was written.`, signal => {
    const progress = progressOf(signal)
    return site.importContent({ ...how, source, onProgress: progress.show }).finally(progress.end)
  })
  const lines = [...linesOf(outcome, options)]
  const findings = sortByWeight(outcome.findings).map(
    finding => `${mark(finding, options)} ${translateFinding(finding)}`,
  )
  if (report !== undefined) await writeReport(report, `${[...lines, ...findings].join('\n')}\n`)
  for (const line of [...lines, ...findings.slice(0, maxShown)]) output.say(line)
  const more = findings.length - maxShown
  if (more > 0)
    output.say(
      `… and ${more} more${report === undefined ? '; --report FILE writes all of them to a file' : ` in ${report}`}.`,
    )
  return outcome.counts !== null
}

async function writeReport(report: string, text: string): Promise<void> {
  try {
    await writeFile(report, text)
  } catch (error) {
    throw new StartError(`${report} cannot be written (${(error as NodeJS.ErrnoException).code}).`)
  }
}

function progressOf(signal: AbortSignal) {
  const unit: Readonly<Record<ImportStep, string>> = {
    check: 'objects read',
    files: 'files stored',
    write: 'objects written',
  }
  let current: { readonly step: ImportStep; readonly progress: Progress } | undefined
  const end = (): void => current?.progress.end()
  const show = (step: ImportStep, done: number, total: number): void => {
    signal.throwIfAborted()
    if (current?.step !== step) {
      end()
      current = { step, progress: showProgress(unit[step], 1000) }
    }
    current.progress.show(done, total)
  }
  return { show, end }
}

const weights = ['problem', 'unknown', 'note'] as const

const sortByWeight = (findings: readonly IncomingFinding[]): readonly IncomingFinding[] =>
  findings.toSorted((a, b) => weights.indexOf(a.weight) - weights.indexOf(b.weight))

function mark({ weight }: IncomingFinding, { skipsUnknown }: PloneImport): string {
  if (weight === 'note') return 'Note:'
  return weight === 'unknown' && skipsUnknown ? 'Skipped:' : 'Problem:'
}

function* linesOf({ isWritten, counts, findings }: ImportOutcome, options: PloneImport): Generator<string> {
  if (!counts) {
    const problems = findings.filter(
      ({ weight }) => weight === 'problem' || (weight === 'unknown' && !options.skipsUnknown),
    )
    yield `${options.folder} was not imported; nothing was written. Problems: ${problems.length}.`
    return
  }
  yield isWritten ? `${options.folder} was imported.` : `${options.folder} can be imported; nothing was written.`
  for (const [type, { created, changed, equal, skipped }] of Object.entries(counts.types).sort())
    yield `  ${type}: ${created} created, ${changed} changed, ${equal} unchanged, ${skipped} skipped`
  yield `  ${sumsOf(counts)}`
}

function sumsOf(counts: ImportCounts): string {
  const { users, groups, relations, oldAddresses, files, bytes, versions, records, polls } = counts
  return [
    `${users} users, ${groups} groups, ${relations} relations, ${oldAddresses} old addresses`,
    `${files} files of ${bytes} bytes, ${versions} versions, ${records} workflow records, votes of ${polls} polls`,
  ].join(', ')
}

/**
 * Wraps a source to detect changes to the export during the import. Throws a StartError if an object that could be read
 * before can no longer be read.
 */
function failOnChange(source: IncomingSite, folder: string): IncomingSite {
  const readable = new Set<string>()
  return {
    ...source,
    object: async uid => {
      const reading = await source.object(uid)
      if (reading.object) readable.add(uid)
      else if (readable.has(uid)) throw new StartError(`${folder}/content/${uid}/data.json changed during the import.`)
      return reading
    },
  }
}
