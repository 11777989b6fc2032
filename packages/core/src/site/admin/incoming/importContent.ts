import type { ContentReader } from '../../../content/store/contentStore.js'
import { DomainError } from '../../../foundation/domainError.js'
import { message } from '../../../foundation/messages.js'
import { rootPath } from '../../../foundation/paths.js'
import type { Work } from '../../../foundation/turns.js'
import type { WholeChange } from '../../../portable/wholeStore.js'
import { wholeOf } from '../../portable/wholeOf.js'
import type { Environment } from '../../run/environment.js'
import { holdReader } from './holdReader.js'
import { countImport, type ImportCounts } from './importCounts.js'
import { incomingChanges } from './incomingChanges.js'
import { storeFiles } from './incomingFiles.js'
import type { IncomingFinding } from './incomingFinding.js'
import type { IncomingSite } from './incomingSite.js'
import { type Judged, judgeSite } from './judgeSite.js'
import { planSite, type SitePlan } from './planSite.js'

export interface ContentImport {
  readonly source: IncomingSite
  /** Whether the site may already have content. */
  readonly mayMerge?: boolean
  /** Whether fields and objects of unknown types are skipped; otherwise they are problems. */
  readonly skipsUnknown?: boolean
  /** Checks only, without writing. */
  readonly isDry?: boolean
  readonly onProgress?: (step: ImportStep, done: number, total: number) => void
}

export type ImportStep = 'judge' | 'files' | 'write'

export interface ImportOutcome {
  /** False if there are problems, and for a dry run. */
  readonly isWritten: boolean
  readonly findings: readonly IncomingFinding[]
  /** The written objects, or for a dry run those to write; null if there are problems. */
  readonly counts: ImportCounts | null
}

/**
 * Imports the content of another system in one transaction, all or nothing (docs/move-in.md). Files are stored first,
 * in separate transactions; unreferenced ones are removed at the end. Throws a DomainError `conflict` if the site has
 * content and `mayMerge` is not set, or if concurrent writers never pause.
 */
export async function importContent(environment: Environment, asked: ContentImport): Promise<ImportOutcome> {
  const work = environment.turns.begin()
  work.hurry()
  try {
    const at = await environmentOf(environment)
    const judged = await judgeSite(at, asked, work)
    return await writeOrNot(at, asked, { judged, work })
  } finally {
    work.end()
  }
}

/** Its types have the behaviors and workflows that the site selected. */
const environmentOf = (environment: Environment): Promise<Environment> =>
  environment.store.read(async reader => environment.at((await reader.open(rootPath)).lineage[0]))

interface Import {
  readonly judged: Judged
  readonly work: Work
}

async function writeOrNot(
  environment: Environment,
  asked: ContentImport,
  { judged, work }: Import,
): Promise<ImportOutcome> {
  const plan = await environment.store.read(reader => planSite(environment, asked, { judged, reader, work }))
  if (plan.findings.some(finding => stops(finding, asked)))
    return { isWritten: false, findings: plan.findings, counts: null }
  if (asked.isDry) return await rehearse(environment, asked, { plan, work })
  try {
    await storeFiles(environment, asked, { digests: judged.digests, work })
    return await write(environment, asked, { judged, work })
  } catch (error) {
    await wholeOf(environment).sweepFiles(work)
    throw error
  }
}

const stops = ({ weight }: IncomingFinding, { skipsUnknown }: ContentImport): boolean =>
  weight === 'problem' || (weight === 'unknown' && !skipsUnknown)

interface Planned {
  readonly plan: SitePlan
  readonly work: Work
}

function rehearse(environment: Environment, asked: ContentImport, { plan, work }: Planned): Promise<ImportOutcome> {
  return environment.store.read(async reader => {
    const counts = countImport(plan)
    for await (const _change of changesOf(asked, { plan, reader, work, counts })) if (work.isOver()) await work.next()
    return { isWritten: false, findings: plan.findings, counts: counts.read() }
  })
}

/**
 * Plans while it holds the write lock, so that the plan cannot become outdated before it is written. Throws a
 * DomainError `conflict` if changes since the check are in its way.
 */
async function write(environment: Environment, asked: ContentImport, { judged, work }: Import): Promise<ImportOutcome> {
  let outcome: ImportOutcome | undefined
  const changes = async function* () {
    const { reader, close } = await holdReader(environment.store)
    try {
      const plan = await planSite(environment, asked, { judged, reader, work })
      if (plan.findings.some(finding => stops(finding, asked))) throw conflict()
      const counts = countImport(plan)
      // The files were stored in earlier transactions, so their presence is a precondition.
      yield { expectedFiles: [...judged.digests.keys()] }
      yield* changesOf(asked, { plan, reader, work, counts })
      outcome = { isWritten: true, findings: plan.findings, counts: counts.read() }
    } finally {
      await close()
    }
  }
  const { ok } = await wholeOf(environment).write(changes(), work)
  if (!ok || !outcome) throw conflict()
  return outcome
}

const conflict = (): DomainError => new DomainError('conflict', message('commit.conflict'), { context: null })

interface Changing extends Planned {
  readonly reader: ContentReader
  readonly counts: ReturnType<typeof countImport>
}

async function* changesOf(
  { source, onProgress }: ContentImport,
  { plan, reader, work, counts }: Changing,
): AsyncGenerator<WholeChange> {
  const { newUsers, groups } = plan.people
  if (newUsers.length + groups.length > 0) yield { newUsers, groups }
  let done = 0
  const writing = {
    arrival: plan.arrival,
    source,
    order: plan.order,
    around: plan.around,
    reader,
    work,
    rootFields: plan.rootFields,
    onObject: (written: Parameters<typeof counts.add>[0]) => {
      counts.add(written)
      onProgress?.('write', ++done, plan.order.length)
    },
  }
  yield* incomingChanges(writing)
  if (plan.oldAddresses.length > 0) yield { oldAddresses: plan.oldAddresses }
}
