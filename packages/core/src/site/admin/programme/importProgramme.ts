import { typesWith } from '../../../content/model/model.js'
import { type ContentNode, objectOf } from '../../../content/node/node.js'
import type { ContentReader } from '../../../content/store/contentReader.js'
import { eventQuery } from '../../../event/eventQuery.js'
import { eventRootOf, supportsMultipleEvents } from '../../../event/eventRoot.js'
import { type ImportSource, importKey, importSourceField } from '../../../event/importKey.js'
import type { Programme } from '../../../event/programme.js'
import { scheduleBehavior } from '../../../event/slotBehaviors.js'
import { isJsonObject } from '../../../foundation/json.js'
import { badRequest } from '../../../foundation/messages.js'
import { rootPath } from '../../../foundation/paths.js'
import { readNodes, scanFew } from '../../run/openEach.js'
import type { Operation } from '../../run/operation.js'
import { administration, type RequestContext } from '../../run/requestContext.js'
import { siteEvent } from '../../write/changeEvents.js'
import { type ProgrammePlan, planProgramme } from './programmePlan.js'
import type { ImportOptions, ImportReport } from './programmePlanning.js'

/** Imports a schedule in one transaction, and plans the import again if a concurrent commit interferes. */
export const importProgramme: Operation<ProgrammeToImport, ImportReport> = {
  ...administration,
  async run(context, input) {
    const { change, report } = await plan(context, input)
    const isUnchanged = report.created + report.updated + report.retracted === 0
    const { created, updated, retracted } = report
    const event = siteEvent(context, 'import', { source: 'programme', created, updated, retracted })
    return isUnchanged || input.isDry === true
      ? { answer: report }
      : { answer: report, change: { ...(await change()), events: [event] } }
  },
}

/**
 * Returns the source of the last import into an event, or null if the file did not come from a web server that sends
 * ETags.
 */
export const getImportSource: Operation<Pick<ImportOptions, 'eventPath'>, ImportSource | null> = {
  ...administration,
  async run({ reader }, { eventPath }) {
    const source = objectOf(await openEvent(reader, eventPath)).fields[importSourceField.name]
    return { answer: isJsonObject(source) ? (source as unknown as ImportSource) : null }
  },
}

export interface ProgrammeToImport extends ImportOptions {
  readonly programme: Programme
}

async function plan(
  { environment, reader, task }: RequestContext,
  { programme, ...options }: ProgrammeToImport,
): Promise<ProgrammePlan> {
  const lineage = await openEvent(reader, options.eventPath)
  const slots = new Set(typesWith(environment.registry, scheduleBehavior))
  const types = ['Venue', 'Schedule', 'Room', 'Document', 'Presenter', ...slots]
  const entries = await scanFew({ reader, task }, eventQuery(types, objectOf(lineage), { principals: 'system' }))
  const uids = entries.map(({ uid }) => uid)
  const nodes = await readNodes({ reader, task }, uids)
  const sessions = nodes.filter(({ type }) => slots.has(type))
  await refuseForeignSessions(reader, { programme, eventUids: new Set(sessions.map(({ uid }) => uid)) })
  if (options.replaceEvent !== true) refuseOtherEvent(objectOf(lineage), sessions, programme)
  return planProgramme({ environment, programme, options, event: lineage, nodes, reader, task })
}

async function openEvent(reader: ContentReader, eventPath: string | undefined): Promise<readonly ContentNode[]> {
  const { lineage, exists } = await reader.open(eventPath ?? rootPath)
  if (!exists) throw badRequest('import.no-event', { path: eventPath ?? rootPath })
  if (eventPath === undefined && supportsMultipleEvents(lineage)) throw badRequest('import.event-required')
  if (eventRootOf(lineage) !== lineage.at(-1)) throw badRequest('import.not-an-event', { path: eventPath ?? rootPath })
  return lineage
}

/**
 * Throws if a session from the file belongs to another event, because only one object can have the UID of the session.
 */
async function refuseForeignSessions(
  reader: ContentReader,
  { programme, eventUids }: { programme: Programme; eventUids: ReadonlySet<string> },
): Promise<void> {
  const unknown = programme.sessions.map(({ uid }) => uid).filter(uid => !eventUids.has(uid))
  const [foreign] = await reader.nodes(unknown)
  if (foreign) throw badRequest('import.foreign', { guid: foreign.uid, path: foreign.path })
}

/**
 * Throws a DomainError `bad-request` if the import would overwrite an unrelated event. An event is treated as unrelated
 * if two conditions are met: it contains a session that was not imported and is not in the file; and its title differs,
 * or its dates differ and it contains no session from the file.
 */
function refuseOtherEvent(event: ContentNode, sessions: readonly ContentNode[], programme: Programme): void {
  const inFile = new Set(programme.sessions.map(({ uid }) => uid))
  const [foreignSession, ...otherSessions] = sessions.filter(
    session => !isImported(session) && !inFile.has(session.uid),
  )
  if (!foreignSession) return
  const hasCommon = sessions.some(({ uid }) => inFile.has(uid))
  const hasOtherDates = (['start', 'end'] as const).some(name => event.fields[name] !== programme[name])
  if (event.fields.title === programme.title && (hasCommon || !hasOtherDates)) return
  throw badRequest('import.other-event', {
    event: String(event.fields.title ?? ''),
    dates: datesOf(event.fields),
    title: programme.title,
    fileDates: datesOf(programme),
    count: otherSessions.length + 1,
    path: foreignSession.path,
  })
}

const isImported = ({ fields }: ContentNode): boolean => typeof fields[importKey.name] === 'string'

const datesOf = ({ start, end }: Readonly<Record<string, unknown>> | Programme): string =>
  [start, end].map(date => (typeof date === 'number' ? new Date(date).toISOString().slice(0, 10) : '?')).join(' – ')
