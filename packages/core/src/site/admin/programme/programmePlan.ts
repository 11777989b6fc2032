import { type ContentNode, type FieldValues, type Lineage, objectOf } from '../../../content/node/node.js'
import type { Change } from '../../../content/store/change.js'
import { rowsOf } from '../../../event/eventSettings.js'
import { importSourceField } from '../../../event/importKey.js'
import type { Programme, ProgrammePerson } from '../../../event/programme.js'
import type { JsonObject } from '../../../foundation/json.js'
import { beginDraft, type ContentDraft, changeOf, draftAddition, draftEdit } from './contentDraft.js'
import { programmeDifferences } from './programmeDifferences.js'
import {
  cleanText,
  firstOrNew,
  type ImportReport,
  type Planning,
  type PlanningInput,
  type Uids,
} from './programmePlanning.js'
import { missingSessions, planSessions, retractSessions } from './programmeSessions.js'

export interface ProgrammePlan {
  readonly report: ImportReport
  change(): Promise<Change>
}

/**
 * Plans a schedule import. The objects that an import updates are defined in docs/schedule.md, Import of a programme.
 */
export async function planProgramme(input: PlanningInput): Promise<ProgrammePlan> {
  const { environment, reader, task, options } = input
  const draft = beginDraft({ environment, reader, task, author: options.author })
  const planning: Planning = { ...input, draft }
  await planEvent(planning)
  const rooms = await planRooms(planning)
  const presenters = await planPresenters(planning)
  await planSessions(planning, { rooms, presenters })
  const edited = [...draft.edited]
  const missing = missingSessions(input)
  const retracted = options.retractMissing ? await retractSessions(draft, missing) : 0
  const { creates, updates, unchanged } = draft
  const missingEntries = missing.map(({ path, fields }) => ({ path, title: String(fields.title) }))
  const counts = { created: creates.length, updated: updates.length - retracted, unchanged, retracted }
  const differences = await programmeDifferences(planning)
  return {
    report: { ...counts, createdTypes: typesOf(draft), edited, missing: missingEntries, differences },
    change: () => changeOf(draft),
  }
}

function typesOf({ creates }: ContentDraft): Readonly<Record<string, number>> {
  const counts = new Map<string, number>()
  for (const { node } of creates) counts.set(node.type, (counts.get(node.type) ?? 0) + 1)
  return Object.fromEntries([...counts].sort())
}

async function planEvent({ draft, event, programme, options }: Planning): Promise<void> {
  const node = objectOf(event)
  const { source, retractMissing } = options
  const fetched = { [importSourceField.name]: source ? { ...source, retractMissing } : null }
  const { title, start, end, timezone, tracks } = programme
  await draftEdit(draft, node, {
    ...{ title, start, end, timezone, tracks: mergedTracks(rowsOf(node, 'tracks'), tracks) },
    ...fetched,
  })
}

/**
 * Returns the tracks after an import. Existing rows retain their positions, and their colors unless the file specifies
 * a color. New rows are appended.
 */
function mergedTracks(rows: readonly JsonObject[], tracks: Programme['tracks']): readonly JsonObject[] {
  const inFile = new Map(tracks.map(track => [track.id, track]))
  const updatedRows = rows.map(row => {
    const track = inFile.get(String(row.id))
    return track ? { ...row, title: track.title, color: track.color ?? row.color ?? '#000000' } : row
  })
  const newTracks = tracks.filter(track => !rows.some(({ id }) => id === track.id))
  return [...updatedRows, ...newTracks.map(({ id, title, color }) => ({ id, title, color: color ?? '#000000' }))]
}

async function planRooms(planning: Planning): Promise<Uids> {
  const { draft, nodes, programme } = planning
  const uids = new Map<string, string>()
  for (const { type, uid, fields } of nodes) {
    if (type === 'Room' && !uids.has(String(fields.title))) uids.set(String(fields.title), uid)
  }
  const missingRooms = programme.rooms.filter(name => !uids.has(name))
  if (missingRooms.length === 0) return uids
  const venue = await firstOrNew(planning, { type: 'Venue', id: 'venue', title: 'Venue' })
  for (const name of missingRooms) {
    uids.set(name, objectOf(await draftAddition(draft, venue, { type: 'Room', name, values: { title: name } })).uid)
  }
  return uids
}

async function planPresenters(planning: Planning): Promise<Uids> {
  const { draft, programme, nodes } = planning
  const presenters = nodes.filter(({ type }) => type === 'Presenter')
  const presentersByUid = new Map(presenters.map(node => [node.uid, node]))
  const presentersByKey = new Map(presenters.filter(isImported).map(keyedByImport))
  const uids = new Map<string, string>()
  let page: Lineage | undefined
  for (const person of programme.persons) {
    if (draft.task.isOver()) await draft.task.next()
    const node = presentersByUid.get(person.uid ?? person.key) ?? presentersByKey.get(person.key)
    if (!node) page ??= await firstOrNew(planning, { type: 'Document', id: 'presenters', title: 'Presenters' })
    uids.set(person.key, await planPresenter(planning, person, node ?? page ?? []))
  }
  return uids
}

/**
 * Plans the presenter object for a person, and returns its UID. `target` is an existing presenter or the lineage of the
 * page for new presenters.
 */
async function planPresenter(
  planning: Planning,
  person: ProgrammePerson,
  target: ContentNode | Lineage,
): Promise<string> {
  const { draft, environment } = planning
  const biography: FieldValues =
    person.biography === null ? {} : { text: cleanText(environment, person.name, person.biography) }
  const values = { title: person.name, ...biography }
  const imported = { ...values, import_key: person.key }
  if (isLineage(target))
    return objectOf(await draftAddition(draft, target, { type: 'Presenter', name: person.name, values: imported })).uid
  // A file that this site exported identifies presenters by UID, so its keys must not replace the import keys.
  const isOwnFile = target.uid === (person.uid ?? person.key)
  await draftEdit(draft, target, isOwnFile ? values : imported)
  return target.uid
}

const isImported = ({ fields }: ContentNode): boolean => typeof fields.import_key === 'string'
const keyedByImport = (node: ContentNode): [string, ContentNode] => [String(node.fields.import_key), node]

const isLineage = (target: ContentNode | Lineage): target is Lineage => Array.isArray(target)
