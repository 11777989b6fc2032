import { hasBehavior } from '../../../content/model/registry.js'
import { objectOf } from '../../../content/node/lineage.js'
import type { ContentNode } from '../../../content/node/node.js'
import type { ContentReader } from '../../../content/store/contentStore.js'
import { entriesOfEvent } from '../../../event/entriesOfEvent.js'
import { eventRootOf, supportsMultipleEvents } from '../../../event/eventRoot.js'
import type { Programme } from '../../../event/programme.js'
import { scheduleBehavior } from '../../../event/slotBehaviors.js'
import { DomainError } from '../../../foundation/domainError.js'
import { message } from '../../../foundation/messages.js'
import { rootPath } from '../../../foundation/paths.js'
import { permission } from '../../../security/stockPermissions.js'
import type { Operation } from '../../run/operation.js'
import { isSiteRoot, type Visit } from '../../run/visit.js'
import { type ProgrammePlan, planProgramme } from './programmePlan.js'
import type { ImportOptions, ImportReport } from './programmePlanning.js'
import { refuseOtherEvent } from './refuseOtherEvent.js'

/** Imports a whole programme in one transaction. It is planned again if another commit comes first. */
export const importProgramme: Operation<ProgrammeToImport, ImportReport> = {
  permission: permission.manageSite,
  exists: isSiteRoot,
  async run(visit, input) {
    const { change, report } = await plan(visit, input)
    const isSame = report.created + report.updated + report.retracted === 0
    return isSame || input.isDry === true ? { answer: report } : { answer: report, change }
  },
}

export interface ProgrammeToImport extends ImportOptions {
  readonly programme: Programme
}

type Reading = Pick<Visit, 'reader' | 'work'>

async function plan(
  { environment, reader, work }: Visit,
  { programme, ...options }: ProgrammeToImport,
): Promise<ProgrammePlan> {
  const lineage = await openEvent(reader, options.eventPath)
  const slotTypes = [...environment.registry.types.values()].filter(type => hasBehavior(type, scheduleBehavior))
  const slots = new Set(slotTypes.map(({ id }) => id))
  const types = ['Venue', 'Schedule', 'Room', 'Document', 'Presenter', ...slots]
  const entries = await entriesOfEvent(types, objectOf(lineage), { reader, turn: work, principals: 'system' })
  const nodes = await nodesOf(
    entries.map(({ uid }) => uid),
    { reader, work },
  )
  const sessions = nodes.filter(({ type }) => slots.has(type))
  await refuseForeignSessions(reader, { programme, known: new Set(sessions.map(({ uid }) => uid)) })
  if (options.replaceEvent !== true) refuseOtherEvent(objectOf(lineage), sessions, programme)
  return planProgramme({ environment, programme, options, event: lineage, nodes, reader, work })
}

/** The number of objects in one query. */
const stretch = 200

/** The objects, in the order of `uids`. */
async function nodesOf(uids: readonly string[], { reader, work }: Reading): Promise<readonly ContentNode[]> {
  const byUid = new Map<string, ContentNode>()
  for (let start = 0; start < uids.length; start += stretch) {
    if (work.isOver()) await work.next()
    for (const node of await reader.nodes(uids.slice(start, start + stretch))) byUid.set(node.uid, node)
  }
  return uids.flatMap(uid => byUid.get(uid) ?? [])
}

async function openEvent(reader: ContentReader, eventPath: string | undefined): Promise<readonly ContentNode[]> {
  const { lineage, found } = await reader.open(eventPath ?? rootPath)
  if (!found) throw new DomainError('bad-request', message('import.no-event', { path: eventPath ?? rootPath }))
  if (eventPath === undefined && supportsMultipleEvents(lineage))
    throw new DomainError('bad-request', message('import.event-required'))
  if (eventRootOf(lineage) !== lineage.at(-1))
    throw new DomainError('bad-request', message('import.not-an-event', { path: eventPath ?? rootPath }))
  return lineage
}

/** Throws if a session of the file already exists in another event: a UID cannot be used twice. */
async function refuseForeignSessions(
  reader: ContentReader,
  { programme, known }: { programme: Programme; known: ReadonlySet<string> },
): Promise<void> {
  const unknown = programme.sessions.map(({ uid }) => uid).filter(uid => !known.has(uid))
  const [foreign] = await reader.nodes(unknown)
  if (foreign)
    throw new DomainError('bad-request', message('import.foreign', { guid: foreign.uid, path: foreign.path }))
}
