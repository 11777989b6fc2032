import type { Field } from '../../../content/fields/field.js'
import { initialValues } from '../../../content/model/readFields.js'
import { hasBehavior } from '../../../content/model/registry.js'
import type { Lineage } from '../../../content/node/lineage.js'
import type { ContentNode, FieldValues } from '../../../content/node/node.js'
import { importKey, retractedByImport } from '../../../event/importKey.js'
import type { ProgrammeSession } from '../../../event/programme.js'
import { scheduleBehavior } from '../../../event/slotBehaviors.js'
import {
  type ContentDraft,
  type DraftedNode,
  draftAddition,
  draftReplacement,
  lineageOf,
  moveBy,
} from './contentDraft.js'

import { cleanText, firstOrNew, type Planning, type PlanningInput, type Uids } from './programmePlanning.js'

export interface Named {
  readonly rooms: Uids
  readonly presenters: Uids
}

export async function planSessions(planning: Planning, named: Named): Promise<void> {
  const { draft, programme, options } = planning
  const known = new Map(sessionsOf(planning).map(node => [node.uid, node]))
  let schedule: Lineage | undefined
  for (const [done, session] of programme.sessions.entries()) {
    if (draft.work.isOver()) await draft.work.next()
    const values = sessionFields(planning, session, named)
    const stored = known.get(session.uid)
    if (stored) {
      await draftReplacement(draft, stored, await sessionAgain(planning, stored, { type: session.type, values }))
    } else {
      schedule ??= await firstOrNew(planning, { type: 'Schedule', id: 'schedule', title: 'Schedule' })
      await draftAddition(draft, schedule, { type: session.type, uid: session.uid, id: session.shortName, values })
    }
    options.onProgress?.(done + 1, programme.sessions.length)
  }
}

/** An existing session with the values of the file. A session that an import retracted is published again. */
async function sessionAgain(
  planning: Planning,
  stored: ContentNode,
  { type, values }: { type: string; values: FieldValues },
): Promise<DraftedNode> {
  const { [retractedByImport.name]: wasRetracted, ...kept } = fieldsForType(planning, stored, type)
  // Sessions that no import created get no import key: a file that lacks them must not retract them.
  const { [importKey.name]: key = null, ...inFile } = values
  const wasImported = typeof stored.fields[importKey.name] === 'string'
  const node = { ...stored, type, fields: { ...kept, ...inFile, ...(wasImported ? { [importKey.name]: key } : {}) } }
  const { draft } = planning
  const moved = wasRetracted === true ? moveBy(draft, await lineageOf(draft, node), 'publish') : undefined
  return moved ?? { node, records: [] }
}

/** The fields that a session retains when its type changes: fields of the new type with the same vocabulary. */
function fieldsForType({ environment, draft }: Planning, stored: ContentNode, type: string): FieldValues {
  if (stored.type === type) return stored.fields
  const before = environment.registry.type(stored.type).allFields
  const after = new Map(environment.registry.type(type).allFields.map(field => [field.name, field]))
  const lost = before.filter(
    field => vocabularyOf(field) !== vocabularyOf(after.get(field.name)) || !after.has(field.name),
  )
  const names = new Set(lost.map(({ name }) => name))
  const kept = Object.entries(stored.fields).filter(([name]) => !names.has(name))
  return { ...initialValues([...after.values()], draft.now), ...Object.fromEntries(kept) }
}

const vocabularyOf = (field: Field | undefined): string | undefined =>
  field && 'vocabulary' in field ? field.vocabulary : undefined

/** The slots of the event, without other content. */
function sessionsOf({ nodes, environment }: PlanningInput): readonly ContentNode[] {
  return nodes.filter(({ type }) => hasBehavior(environment.registry.type(type), scheduleBehavior))
}

/** The fields of a slot. Breaks, meetings and lightning talks have no track, language or presenters. */
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
    text: session.text === null ? null : cleanText(environment, title, session.text),
    session_track: session.track === null ? null : [session.track],
    session_language: session.language,
    presenters: session.persons.flatMap(key => presenters.get(key) ?? []),
  }
}

/** The sessions of an earlier import that are not in this file. */
export function missingSessions(input: PlanningInput): readonly ContentNode[] {
  const inFile = new Set(input.programme.sessions.map(({ uid }) => uid))
  return sessionsOf(input).filter(({ uid, fields }) => typeof fields.import_key === 'string' && !inFile.has(uid))
}

/** Retracts sessions and marks them, so that a later import can publish them again. Returns their number. */
export async function retractSessions(draft: ContentDraft, nodes: readonly ContentNode[]): Promise<number> {
  let retracted = 0
  for (const node of nodes) {
    if (draft.work.isOver()) await draft.work.next()
    const moved = moveBy(draft, await lineageOf(draft, node), 'retract')
    if (!moved) continue
    const marked = { ...moved.node, fields: { ...moved.node.fields, [retractedByImport.name]: true } }
    await draftReplacement(draft, node, { node: marked, records: moved.records })
    retracted += 1
  }
  return retracted
}
