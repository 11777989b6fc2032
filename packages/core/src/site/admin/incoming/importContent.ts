import type { EventOrigin, NewEvent } from '../../../changeFeed/events.js'
import type { ContentReader } from '../../../content/store/contentReader.js'
import type { ContentStore } from '../../../content/store/contentStore.js'
import { DomainError, message } from '../../../foundation/messages.js'
import { inTask, type Task } from '../../../foundation/scheduler.js'
import type { WholeChange } from '../../../portable/wholeStore.js'
import { peopleEvents } from '../../people/peopleEvents.js'
import { wholeOf } from '../../portable/wholeOf.js'
import { type Environment, readRoot } from '../../run/environment.js'
import { withEvents } from '../../write/changeEvents.js'
import { type CheckedSite, checkIncomingSite } from './checkIncomingSite.js'
import { countImport, type ImportCounts } from './importCounts.js'
import { incomingChanges, type WrittenObject } from './incomingChanges.js'
import { storeFiles } from './incomingFiles.js'
import type { ContentImport, IncomingFinding } from './incomingSite.js'
import { planSite, type SitePlan } from './planSite.js'

export interface ImportOutcome {
  /** Whether the content was written. The value is false after a dry run or if problems were found. */
  readonly isWritten: boolean
  readonly findings: readonly IncomingFinding[]
  /** The numbers of objects that were written, or that a dry run would write, or null if problems were found. */
  readonly counts: ImportCounts | null
}

/**
 * Stores the files of another system in several transactions, and then imports its content in one transaction
 * (docs/how-to/move-in.md). If the import fails, the orphaned files are removed. Throws a DomainError `conflict` if the
 * site contains content and `mayMerge` is not set, or if concurrent writes prevent the import.
 */
export const importContent = (environment: Environment, options: ContentImport): Promise<ImportOutcome> =>
  inTask(environment.scheduler, async task => {
    task.prioritize()
    const at = environment.at(await readRoot(environment))
    const checkedSite = await checkIncomingSite(at, options, task)
    return writeOrNot(at, options, { checkedSite, task })
  })

interface Import {
  readonly checkedSite: CheckedSite
  readonly task: Task
}

async function writeOrNot(
  environment: Environment,
  options: ContentImport,
  { checkedSite, task }: Import,
): Promise<ImportOutcome> {
  const plan = await environment.store.read(reader => planSite(environment, options, { checkedSite, reader, task }))
  if (plan.findings.some(finding => isBlocking(finding, options)))
    return { isWritten: false, findings: plan.findings, counts: null }
  if (options.isDry) return await rehearse(environment, options, { plan, task })
  try {
    await storeFiles(environment, options, { digests: checkedSite.digests, task })
    return await write(environment, options, { checkedSite, task })
  } catch (error) {
    await wholeOf(environment).sweepFiles(task)
    throw error
  }
}

const isBlocking = ({ weight }: IncomingFinding, { skipsUnknown }: ContentImport): boolean =>
  weight === 'problem' || (weight === 'unknown' && !skipsUnknown)

interface Planned {
  readonly plan: SitePlan
  readonly task: Task
}

function rehearse(environment: Environment, options: ContentImport, { plan, task }: Planned): Promise<ImportOutcome> {
  return environment.store.read(async reader => {
    const counts = countImport(plan)
    const origin = originOfImport(environment)
    for await (const _change of changesOf(options, { plan, reader, task, counts, origin }))
      if (task.isOver()) await task.next()
    return { isWritten: false, findings: plan.findings, counts: counts.read() }
  })
}

/**
 * Plans and writes the import while holding the write lock, so that the plan cannot become outdated. Throws a
 * DomainError `conflict` if changes since the check contradict the plan.
 */
async function write(
  environment: Environment,
  options: ContentImport,
  { checkedSite, task }: Import,
): Promise<ImportOutcome> {
  const origin = originOfImport(environment)
  let outcome: ImportOutcome | undefined
  const changes = async function* () {
    const { reader, close } = await holdReader(environment.store)
    try {
      const plan = await planSite(environment, options, { checkedSite, reader, task })
      if (plan.findings.some(finding => isBlocking(finding, options))) throw conflict()
      const counts = countImport(plan)
      // The files were stored in earlier transactions, so the commit must check that they still exist.
      yield { expectedFiles: [...checkedSite.digests.keys()] }
      for await (const change of changesOf(options, { plan, reader, task, counts, origin }))
        yield withEvents(change, origin)
      yield { events: [importEvent(counts.read(), origin)] }
      outcome = { isWritten: true, findings: plan.findings, counts: counts.read() }
    } finally {
      await close()
    }
  }
  const { ok } = await wholeOf(environment).write(changes(), task)
  if (!ok || !outcome) throw conflict()
  return outcome
}

const originOfImport = ({ now }: Environment): EventOrigin => ({ actor: null, time: now() })

function importEvent({ types, ...sums }: ImportCounts, origin: EventOrigin): NewEvent {
  const sum = (outcome: 'created' | 'changed') =>
    Object.values(types).reduce((total, counts) => total + counts[outcome], 0)
  const details = { source: 'content', created: sum('created'), updated: sum('changed'), ...sums }
  return { ...origin, kind: 'import', object: null, details }
}

const conflict = (): DomainError => new DomainError('conflict', message('commit.conflict'), { context: null })

interface Changing extends Planned {
  readonly reader: ContentReader
  readonly counts: ReturnType<typeof countImport>
  readonly origin: EventOrigin
}

async function* changesOf(
  { source, onProgress }: ContentImport,
  { plan, reader, task, counts, origin }: Changing,
): AsyncGenerator<WholeChange> {
  const { newUsers, groups, formerGroups } = plan.people
  if (newUsers.length + groups.length > 0) {
    const people = { users: new Map(), groups: formerGroups }
    yield { newUsers, groups, events: peopleEvents(people, { added: newUsers, groups }, origin) }
  }
  let done = 0
  const onObject = (object: WrittenObject): void => {
    counts.add(object)
    onProgress?.('write', ++done, plan.order.length)
  }
  yield* incomingChanges({ ...plan, source, reader, task, onObject })
  if (plan.oldAddresses.length > 0) yield { oldAddresses: plan.oldAddresses }
}

interface HeldReader {
  readonly reader: ContentReader
  close(): Promise<void>
}

/**
 * Opens a read transaction that lasts until `close` is called, because the caller needs the reader in a generator,
 * outside the callback of `store.read`.
 */
const holdReader = (store: Pick<ContentStore, 'read'>): Promise<HeldReader> =>
  new Promise<HeldReader>((onOpen, onError) => {
    let finish = (): void => {}
    const finished = new Promise<void>(resolve => {
      finish = resolve
    })
    const reading = store.read(async reader => {
      const close = (): Promise<void> => {
        finish()
        return reading
      }
      onOpen({ reader, close })
      await finished
    })
    reading.catch(onError)
  })
