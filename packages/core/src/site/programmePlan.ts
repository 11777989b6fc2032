import type { Change, ContentReader } from '../content/contentStore.js'
import { richTextOf } from '../content/fields/textKinds.js'
import type { ContentNode, FieldValues } from '../content/node.js'
import { rowsOf } from '../event/eventSettings.js'
import type { Programme, ProgrammePerson, ProgrammeSession } from '../event/programme.js'
import { idOfPath } from '../foundation/paths.js'
import { type ContentDraft, draftContent } from './contentDraft.js'
import type { Environment } from './environment.js'
import type { ImportOptions, ImportReport } from './importProgramme.js'

export interface ProgrammePlan {
  readonly change: Change
  readonly report: ImportReport
}

export interface PlanningInput {
  readonly environment: Environment
  readonly programme: Programme
  readonly options: ImportOptions
  /** Ends with the event. */
  readonly lineage: readonly ContentNode[]
  /** Venues, schedules, rooms, presenters, sessions and pages of the event, in the order of their containers. */
  readonly nodes: readonly ContentNode[]
  readonly reader: ContentReader
}

type Lineage = readonly ContentNode[]

/** What has to be written so that an event holds a programme; identities are those of decisions, section 8. */
export async function planProgramme(input: PlanningInput): Promise<ProgrammePlan> {
  const { programme, options, environment } = input
  const draft = draftContent(input)
  const event = await draft.change(input.lineage, eventFields(programme, input.lineage.at(-1)))
  const rooms = await planRooms(input, { environment, draft, event })
  const presenters = await planPresenters(input, { environment, draft, event })
  await planSessions(input, { environment, draft, event, rooms, presenters })
  const missing = missingSessions(input)
  if (options.retractMissing) for (const node of missing) await draft.retract(node)
  const { change, created, updated, unchanged, retracted } = draft.finish()
  return {
    change,
    report: {
      created,
      updated,
      unchanged,
      retracted,
      missing: missing.map(({ path, fields }) => ({ path, title: String(fields.title) })),
    },
  }
}

function eventFields({ title, start, end, timezone, tracks }: Programme, event: ContentNode | undefined): FieldValues {
  const others = rowsOf(event, 'tracks').filter(({ id }) => !tracks.some(track => track.id === id))
  const rows = tracks.map(track => ({ id: track.id, title: track.title, color: track.color ?? '#000000' }))
  return { title, start, end, timezone, tracks: [...rows, ...others] }
}

interface Drafting {
  readonly environment: Environment
  readonly draft: ContentDraft
  readonly event: Lineage
}

/** The first object of a type that the event has, or a new one. */
async function firstOrNew(
  input: PlanningInput,
  { draft, event }: Drafting,
  wanted: { type: string; id: string; title: string },
): Promise<Lineage> {
  const node = input.nodes.find(
    ({ type, path }) => type === wanted.type && (type !== 'Document' || idOfPath(path) === wanted.id),
  )
  if (node) return draft.lineageOf(node)
  return draft.add(event, { type: wanted.type, id: wanted.id, values: { title: wanted.title } })
}

async function planRooms(input: PlanningInput, drafting: Drafting): Promise<ReadonlyMap<string, string>> {
  const uids = new Map<string, string>()
  for (const { type, uid, fields } of input.nodes)
    if (type === 'Room' && !uids.has(String(fields.title))) uids.set(String(fields.title), uid)
  const lacking = input.programme.rooms.filter(name => !uids.has(name))
  if (lacking.length === 0) return uids
  const venue = await firstOrNew(input, drafting, { type: 'Venue', id: 'venue', title: 'Venue' })
  for (const name of lacking)
    uids.set(name, uidOf(await drafting.draft.add(venue, { type: 'Room', name, values: { title: name } })))
  return uids
}

const uidOf = (lineage: Lineage): string => lineage.at(-1)?.uid ?? ''

async function planPresenters(input: PlanningInput, drafting: Drafting): Promise<ReadonlyMap<string, string>> {
  const { programme, nodes } = input
  const known = new Map(nodes.filter(({ type }) => type === 'Presenter').map(node => [node.fields.import_key, node]))
  const uids = new Map<string, string>()
  let page: Lineage | undefined
  for (const person of programme.persons) {
    const node = known.get(person.key)
    if (!node) page ??= await firstOrNew(input, drafting, { type: 'Document', id: 'presenters', title: 'Presenters' })
    uids.set(person.key, uidOf(await planPresenter(person, { ...drafting, node, page })))
  }
  return uids
}

function planPresenter(
  person: ProgrammePerson,
  { environment, draft, node, page }: Drafting & { node: ContentNode | undefined; page: Lineage | undefined },
): Promise<Lineage> | Lineage {
  const values = {
    title: person.name,
    ...(person.biography === null ? {} : { text: richTextOf(environment.cleanHtml(person.biography)) }),
  }
  if (node) return draft.changeNode(node, values)
  return draft.add(page ?? [], { type: 'Presenter', name: person.name, values: { ...values, import_key: person.key } })
}

interface Gathered extends Drafting {
  readonly rooms: ReadonlyMap<string, string>
  readonly presenters: ReadonlyMap<string, string>
}

async function planSessions(input: PlanningInput, gathered: Gathered): Promise<void> {
  const { programme, options, nodes } = input
  const { draft } = gathered
  const known = new Map(nodes.map(node => [node.uid, node]))
  let schedule: Lineage | undefined
  for (const [done, session] of programme.sessions.entries()) {
    const node = known.get(session.uid)
    if (!node) schedule ??= await firstOrNew(input, gathered, { type: 'Schedule', id: 'schedule', title: 'Schedule' })
    const values = sessionFields(session, gathered)
    if (node) await draft.changeNode({ ...node, type: session.type }, values, node)
    else await draft.add(schedule ?? [], { type: session.type, uid: session.uid, id: session.shortName, values })
    options.onProgress?.(done + 1, programme.sessions.length)
  }
}

/** Breaks and the like have no track, language or presenters; what is null was never set. */
function sessionFields(session: ProgrammeSession, { environment, rooms, presenters }: Gathered): FieldValues {
  const room = session.room === null ? undefined : rooms.get(session.room)
  const isSession = ['Keynote', 'Talk', 'Training'].includes(session.type)
  return {
    title: session.title,
    description: session.description,
    start: session.start,
    end: session.end,
    room: room === undefined ? null : [room],
    import_key: session.uid,
    ...(isSession
      ? {
          text: session.text === null ? null : richTextOf(environment.cleanHtml(session.text)),
          session_track: session.track === null ? null : [session.track],
          session_language: session.language,
          presenters: session.persons.flatMap(key => presenters.get(key) ?? []),
        }
      : {}),
  }
}

/** Sessions that an import made and that this file does not have. */
function missingSessions({ nodes, programme }: PlanningInput): readonly ContentNode[] {
  const inFile = new Set(programme.sessions.map(({ uid }) => uid))
  return nodes.filter(
    ({ type, uid, fields }) => type !== 'Presenter' && typeof fields.import_key === 'string' && !inFile.has(uid),
  )
}
