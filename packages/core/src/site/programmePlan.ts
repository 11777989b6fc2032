import type { Change, ContentReader } from '../content/contentStore.js'
import { richTextOf } from '../content/fields/textKinds.js'
import type { ContentNode, FieldValues } from '../content/node.js'
import { initialValues } from '../content/readFields.js'
import { rowsOf } from '../event/eventSettings.js'
import type { Programme, ProgrammePerson, ProgrammeSession } from '../event/programme.js'
import { idOfPath } from '../foundation/paths.js'
import {
  beginDraft,
  type ContentDraft,
  draftAddition,
  draftEdit,
  draftRetraction,
  finishDraft,
  type Lineage,
  lineageOf,
} from './contentDraft.js'
import type { Environment } from './environment.js'

export interface ImportOptions {
  /** Path of the Tech Event; the site itself when it is left out, which takes a site of a single event. */
  readonly eventPath?: string
  /** Id of the user in whose name everything is made. */
  readonly author: string
  /** Whether sessions that an earlier import made and this file lacks are retracted. */
  readonly retractMissing: boolean
  /** Called as the plan is made, for whoever waits. */
  onProgress?(done: number, total: number): void
}

export interface ImportReport {
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly retracted: number
  /** Paths and titles of sessions that an earlier import made and this file lacks. */
  readonly missing: readonly { readonly path: string; readonly title: string }[]
}

export interface ProgrammePlan {
  readonly change: Change
  readonly report: ImportReport
}

export interface PlanningInput {
  readonly environment: Environment
  readonly programme: Programme
  readonly options: ImportOptions
  /** Ends with the event. */
  readonly event: Lineage
  /** Venues, schedules, rooms, presenters, sessions and pages of the event, in the order of their containers. */
  readonly nodes: readonly ContentNode[]
  readonly reader: ContentReader
}

interface Planning extends PlanningInput {
  readonly draft: ContentDraft
}

/** UIDs of what the programme names, by its name or key. */
type Uids = ReadonlyMap<string, string>

/** What has to be written so that an event holds a programme; identities are those of decisions, section 8. */
export async function planProgramme(input: PlanningInput): Promise<ProgrammePlan> {
  const { environment, reader, options } = input
  const draft = beginDraft({ environment, reader, author: options.author })
  const planning: Planning = { ...input, draft }
  await planEvent(planning)
  const rooms = await planRooms(planning)
  const presenters = await planPresenters(planning)
  await planSessions(planning, { rooms, presenters })
  const missing = missingSessions(input)
  if (options.retractMissing) for (const node of missing) await draftRetraction(draft, node)
  const { change, created, updated, unchanged, retracted } = finishDraft(draft)
  const gone = missing.map(({ path, fields }) => ({ path, title: String(fields.title) }))
  return { change, report: { created, updated, unchanged, retracted, missing: gone } }
}

async function planEvent({ draft, event, programme }: Planning): Promise<void> {
  const node = event.at(-1)
  if (!node) return
  const { title, start, end, timezone, tracks } = programme
  const others = rowsOf(node, 'tracks').filter(({ id }) => !tracks.some(track => track.id === id))
  const rows = tracks.map(track => ({ id: track.id, title: track.title, color: track.color ?? '#000000' }))
  await draftEdit(draft, node, { values: { title, start, end, timezone, tracks: [...rows, ...others] } })
}

/** The first object of a type that the event has, or a new one. Of pages only one with the id will do. */
async function firstOrNew(planning: Planning, wanted: { type: string; id: string; title: string }): Promise<Lineage> {
  const { draft, event, nodes } = planning
  const fits = ({ type, path }: ContentNode): boolean =>
    type === wanted.type && (type !== 'Document' || idOfPath(path) === wanted.id)
  const node = nodes.find(fits)
  if (node) return lineageOf(draft, node)
  return draftAddition(draft, event, { type: wanted.type, id: wanted.id, values: { title: wanted.title } })
}

async function planRooms(planning: Planning): Promise<Uids> {
  const { draft, nodes, programme } = planning
  const uids = new Map<string, string>()
  for (const { type, uid, fields } of nodes) {
    if (type === 'Room' && !uids.has(String(fields.title))) uids.set(String(fields.title), uid)
  }
  const lacking = programme.rooms.filter(name => !uids.has(name))
  if (lacking.length === 0) return uids
  const venue = await firstOrNew(planning, { type: 'Venue', id: 'venue', title: 'Venue' })
  for (const name of lacking) {
    uids.set(name, uidOf(await draftAddition(draft, venue, { type: 'Room', name, values: { title: name } })))
  }
  return uids
}

const uidOf = (lineage: Lineage): string => lineage.at(-1)?.uid ?? ''

async function planPresenters(planning: Planning): Promise<Uids> {
  const { programme, nodes } = planning
  const known = new Map(nodes.filter(({ type }) => type === 'Presenter').map(node => [node.fields.import_key, node]))
  const uids = new Map<string, string>()
  let page: Lineage | undefined
  for (const person of programme.persons) {
    const node = known.get(person.key)
    if (!node) page ??= await firstOrNew(planning, { type: 'Document', id: 'presenters', title: 'Presenters' })
    uids.set(person.key, await planPresenter(planning, person, node ?? page ?? []))
  }
  return uids
}

/** `place` is the presenter where there is one already, else the lineage of the page that takes a new one. */
async function planPresenter(
  planning: Planning,
  person: ProgrammePerson,
  place: ContentNode | Lineage,
): Promise<string> {
  const { draft, environment } = planning
  const biography: FieldValues =
    person.biography === null ? {} : { text: richTextOf(environment.cleanHtml(person.biography)) }
  const values = { title: person.name, ...biography, import_key: person.key }
  if (isLineage(place))
    return uidOf(await draftAddition(draft, place, { type: 'Presenter', name: person.name, values }))
  await draftEdit(draft, place, { values })
  return place.uid
}

const isLineage = (place: ContentNode | Lineage): place is Lineage => Array.isArray(place)

interface Named {
  readonly rooms: Uids
  readonly presenters: Uids
}

async function planSessions(planning: Planning, named: Named): Promise<void> {
  const { draft, programme, options, nodes } = planning
  const known = new Map(nodes.map(node => [node.uid, node]))
  let schedule: Lineage | undefined
  for (const [done, session] of programme.sessions.entries()) {
    const values = sessionFields(planning, session, named)
    const stored = known.get(session.uid)
    if (stored) {
      await draftEdit(
        draft,
        { ...stored, type: session.type },
        { values: { ...ofOtherType(planning, session, stored), ...values }, stored },
      )
    } else {
      schedule ??= await firstOrNew(planning, { type: 'Schedule', id: 'schedule', title: 'Schedule' })
      await draftAddition(draft, schedule, { type: session.type, uid: session.uid, id: session.shortName, values })
    }
    options.onProgress?.(done + 1, programme.sessions.length)
  }
}

/** What a session has to have that becomes one of another type: a break has other categories than a talk. */
function ofOtherType({ environment, draft }: Planning, session: ProgrammeSession, stored: ContentNode): FieldValues {
  const { allFields } = environment.registry.type(session.type)
  return stored.type === session.type ? {} : initialValues(allFields, draft.now)
}

/** Breaks and the like have no track, language or presenters. */
function sessionFields(
  { environment }: Planning,
  session: ProgrammeSession,
  { rooms, presenters }: Named,
): FieldValues {
  const room = session.room === null ? undefined : rooms.get(session.room)
  const { title, description, start, end, uid } = session
  const slot = { title, description, start, end, room: room === undefined ? null : [room], import_key: uid }
  if (!['Keynote', 'Talk', 'Training'].includes(session.type)) return slot
  return {
    ...slot,
    text: session.text === null ? null : richTextOf(environment.cleanHtml(session.text)),
    session_track: session.track === null ? null : [session.track],
    session_language: session.language,
    presenters: session.persons.flatMap(key => presenters.get(key) ?? []),
  }
}

/** Sessions that an import made and that this file does not have. */
function missingSessions({ nodes, programme }: PlanningInput): readonly ContentNode[] {
  const inFile = new Set(programme.sessions.map(({ uid }) => uid))
  const isImported = ({ type, fields }: ContentNode): boolean =>
    type !== 'Presenter' && typeof fields.import_key === 'string'
  return nodes.filter(node => isImported(node) && !inFile.has(node.uid))
}
