import type { Field } from '../../../content/fields/field.js'
import { hasBehavior } from '../../../content/model/model.js'
import { initialValues } from '../../../content/model/readFields.js'
import type { ContentNode, FieldValues, Lineage } from '../../../content/node/node.js'
import { importKey, retractedByImport } from '../../../event/importKey.js'
import type { ProgrammeSession } from '../../../event/programme.js'
import { scheduleBehavior } from '../../../event/slotBehaviors.js'
import {
  type ContentDraft,
  type DraftedNode,
  draftAddition,
  draftReplacement,
  lineageOf,
  transitionBy,
} from './contentDraft.js'
import { cleanText, firstOrNew, type Planning, type PlanningInput, type Uids } from './programmePlanning.js'

interface ProgrammeUids {
  readonly rooms: Uids
  readonly presenters: Uids
}

export async function planSessions(planning: Planning, uids: ProgrammeUids): Promise<void> {
  const { draft, programme, options } = planning
  const sessionsByUid = new Map(sessionsOf(planning).map(node => [node.uid, node]))
  let schedule: Lineage | undefined
  for (const [done, session] of programme.sessions.entries()) {
    if (draft.task.isOver()) await draft.task.next()
    const values = sessionFields(planning, session, uids)
    const stored = sessionsByUid.get(session.uid)
    if (stored) {
      await draftReplacement(draft, stored, await updatedSession(planning, stored, { type: session.type, values }))
    } else {
      schedule ??= await firstOrNew(planning, { type: 'Schedule', id: 'schedule', title: 'Schedule' })
      await draftAddition(draft, schedule, { type: session.type, uid: session.uid, id: session.shortName, values })
    }
    options.onProgress?.(done + 1, programme.sessions.length)
  }
}

async function updatedSession(
  planning: Planning,
  stored: ContentNode,
  { type, values }: { type: string; values: FieldValues },
): Promise<DraftedNode> {
  const { [retractedByImport.name]: wasRetracted, ...retainedFields } = fieldsForType(planning, stored, type)
  // Sessions that were not imported get no import key, so that later imports do not retract them.
  const { [importKey.name]: key = null, ...inFile } = values
  const wasImported = typeof stored.fields[importKey.name] === 'string'
  const node = {
    ...stored,
    type,
    fields: { ...retainedFields, ...inFile, ...(wasImported ? { [importKey.name]: key } : {}) },
  }
  const { draft } = planning
  const published = wasRetracted === true ? transitionBy(draft, await lineageOf(draft, node), 'publish') : undefined
  return published ?? { node, records: [] }
}

/**
 * Returns the fields of a session whose type may change. After a type change, only fields that the new type defines
 * with the same vocabulary retain their values. All other fields get their initial values.
 */
function fieldsForType({ environment, draft }: Planning, stored: ContentNode, type: string): FieldValues {
  if (stored.type === type) return stored.fields
  const before = environment.registry.type(stored.type).allFields
  const after = new Map(environment.registry.type(type).allFields.map(field => [field.name, field]))
  const lostFields = before.filter(
    field => vocabularyOf(field) !== vocabularyOf(after.get(field.name)) || !after.has(field.name),
  )
  const names = new Set(lostFields.map(({ name }) => name))
  const retainedFields = Object.entries(stored.fields).filter(([name]) => !names.has(name))
  return { ...initialValues([...after.values()], draft.now), ...Object.fromEntries(retainedFields) }
}

const vocabularyOf = (field: Field | undefined): string | undefined =>
  field && 'vocabulary' in field ? field.vocabulary : undefined

const sessionsOf = ({ nodes, environment }: PlanningInput): readonly ContentNode[] =>
  nodes.filter(({ type }) => hasBehavior(environment.registry.type(type), scheduleBehavior))

/**
 * Returns the field values of a session. Breaks, meetings and lightning talks have no track, language or presenters.
 */
function sessionFields(
  { environment }: Planning,
  session: ProgrammeSession,
  { rooms, presenters }: ProgrammeUids,
): FieldValues {
  const room = session.room === null ? undefined : rooms.get(session.room)
  const { title, description, start, end, uid } = session
  const slot = { title, description, start, end, room: room === undefined ? null : [room], import_key: uid }
  if (!['Keynote', 'Talk', 'Training'].includes(session.type)) return slot
  return {
    ...slot,
    text: session.text === null ? null : cleanText(environment, title, session.text),
    session_track: session.track === null ? null : [session.track],
    session_language: session.language,
    presenters: session.persons.flatMap(key => presenters.get(key) ?? []),
  }
}

export function missingSessions(input: PlanningInput): readonly ContentNode[] {
  const inFile = new Set(input.programme.sessions.map(({ uid }) => uid))
  return sessionsOf(input).filter(({ uid, fields }) => typeof fields.import_key === 'string' && !inFile.has(uid))
}

/**
 * Marks the sessions as retracted, so that a later import can publish them again. Returns the number of retracted
 * sessions.
 */
export async function retractSessions(draft: ContentDraft, nodes: readonly ContentNode[]): Promise<number> {
  let retracted = 0
  for (const node of nodes) {
    if (draft.task.isOver()) await draft.task.next()
    const retraction = transitionBy(draft, await lineageOf(draft, node), 'retract')
    if (!retraction) continue
    const marked = { ...retraction.node, fields: { ...retraction.node.fields, [retractedByImport.name]: true } }
    await draftReplacement(draft, node, { node: marked, records: retraction.records })
    retracted += 1
  }
  return retracted
}
