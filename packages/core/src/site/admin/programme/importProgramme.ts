import { hasBehavior } from '../../../content/model/registry.js'
import { objectOf } from '../../../content/node/lineage.js'
import type { ContentNode } from '../../../content/node/node.js'
import type { ContentReader } from '../../../content/store/contentReader.js'
import { eventQuery } from '../../../event/eventQuery.js'
import { eventRootOf, supportsMultipleEvents } from '../../../event/eventRoot.js'
import type { Programme } from '../../../event/programme.js'
import { scheduleBehavior } from '../../../event/slotBehaviors.js'
import { DomainError } from '../../../foundation/domainError.js'
import { message } from '../../../foundation/messages.js'
import { rootPath } from '../../../foundation/paths.js'
import { permission } from '../../../security/stockPermissions.js'
import type { Operation } from '../../run/operation.js'
import { isSiteRoot, type RequestContext } from '../../run/requestContext.js'
import { scanFew } from '../../run/scanMany.js'
import { type ProgrammePlan, planProgramme } from './programmePlan.js'
import type { ImportOptions, ImportReport } from './programmePlanning.js'
import { refuseOtherEvent } from './refuseOtherEvent.js'

/** Imports a whole programme in one transaction. It is planned again if another commit comes first. */
export const importProgramme: Operation<ProgrammeToImport, ImportReport> = {
  permission: permission.manageSite,
  exists: isSiteRoot,
  async run(context, input) {
    const { change, report } = await plan(context, input)
    const isUnchanged = report.created + report.updated + report.retracted === 0
    return isUnchanged || input.isDry === true ? { answer: report } : { answer: report, change }
  },
}

export interface ProgrammeToImport extends ImportOptions {
  readonly programme: Programme
}

type Reading = Pick<RequestContext, 'reader' | 'task'>

async function plan(
  { environment, reader, task }: RequestContext,
  { programme, ...options }: ProgrammeToImport,
): Promise<ProgrammePlan> {
  const lineage = await openEvent(reader, options.eventPath)
  const slotTypes = [...environment.registry.types.values()].filter(type => hasBehavior(type, scheduleBehavior))
  const slots = new Set(slotTypes.map(({ id }) => id))
  const types = ['Venue', 'Schedule', 'Room', 'Document', 'Presenter', ...slots]
  const entries = await scanFew({ reader, task }, eventQuery(types, objectOf(lineage), { principals: 'system' }))
  const nodes = await nodesOf(
    entries.map(({ uid }) => uid),
    { reader, task },
  )
  const sessions = nodes.filter(({ type }) => slots.has(type))
  await refuseForeignSessions(reader, { programme, eventUids: new Set(sessions.map(({ uid }) => uid)) })
  if (options.replaceEvent !== true) refuseOtherEvent(objectOf(lineage), sessions, programme)
  return planProgramme({ environment, programme, options, event: lineage, nodes, reader, task })
}

/** The number of objects in one query. */
const batchSize = 200

/** The objects, in the order of `uids`. */
async function nodesOf(uids: readonly string[], { reader, task }: Reading): Promise<readonly ContentNode[]> {
  const byUid = new Map<string, ContentNode>()
  for (let start = 0; start < uids.length; start += batchSize) {
    if (task.isOver()) await task.next()
    for (const node of await reader.nodes(uids.slice(start, start + batchSize))) byUid.set(node.uid, node)
  }
  return uids.flatMap(uid => byUid.get(uid) ?? [])
}

async function openEvent(reader: ContentReader, eventPath: string | undefined): Promise<readonly ContentNode[]> {
  const { lineage, exists } = await reader.open(eventPath ?? rootPath)
  if (!exists) throw new DomainError('bad-request', message('import.no-event', { path: eventPath ?? rootPath }))
  if (eventPath === undefined && supportsMultipleEvents(lineage))
    throw new DomainError('bad-request', message('import.event-required'))
  if (eventRootOf(lineage) !== lineage.at(-1))
    throw new DomainError('bad-request', message('import.not-an-event', { path: eventPath ?? rootPath }))
  return lineage
}

/** Throws if a session of the file already exists in another event: a UID cannot be used twice. */
async function refuseForeignSessions(
  reader: ContentReader,
  { programme, eventUids }: { programme: Programme; eventUids: ReadonlySet<string> },
): Promise<void> {
  const unknown = programme.sessions.map(({ uid }) => uid).filter(uid => !eventUids.has(uid))
  const [foreign] = await reader.nodes(unknown)
  if (foreign)
    throw new DomainError('bad-request', message('import.foreign', { guid: foreign.uid, path: foreign.path }))
}
