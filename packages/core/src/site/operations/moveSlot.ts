import type { DeskConflictPayload, SlotTimes } from '../../answers/desk.js'
import { hasBehavior } from '../../content/model/model.js'
import { type ContentNode, withObject } from '../../content/node/node.js'
import type { SearchHit } from '../../content/store/catalog.js'
import { eventQuery } from '../../event/eventQuery.js'
import { eventRootOf, zoneOf } from '../../event/eventRoot.js'
import { scheduleBehavior } from '../../event/slotBehaviors.js'
import {
  localSpanOf,
  type PlacedFields,
  placedFieldsOf,
  roomsAfterMove,
  spanIn,
  withPlace,
} from '../../event/slotTime.js'
import { formatInstant } from '../../foundation/instants.js'
import { type JsonValue, sameJson } from '../../foundation/json.js'
import { badRequest } from '../../foundation/messages.js'
import { urlOf } from '../../foundation/paths.js'
import { permission } from '../../security/permissions.js'
import { openRevision, openUndo, sealRevision, sealUndo } from '../present/deskSeals.js'
import { scanFew } from '../run/openEach.js'
import type { Operation } from '../run/operation.js'
import { principalsOf, type RequestContext, urlOfContext } from '../run/requestContext.js'
import { editOf } from '../write/changes.js'
import { refuseWithoutToken } from '../write/refuseLocked.js'

export interface MoveSlotInput {
  readonly undo?: string | undefined
  /** The signed revision of the slot when the desk was shown. */
  readonly revision: string
  readonly isUnscheduled: boolean
  /** The new local date. `time` is the new local time, and `minutes` is the new duration or an empty string. */
  readonly day: string
  readonly time: string
  readonly minutes: string
  /**
   * The UID of the new room. An empty string removes the room. If the value is undefined, the rooms remain unchanged.
   */
  readonly room?: string | undefined
}

/**
 * The result of a move, or the conflict that prevented it. `undo` is null if the slot already had the requested values.
 */
export type MovedSlot =
  | { readonly conflict?: undefined; readonly event: string; readonly day: string; readonly undo: string | null }
  | { readonly conflict: DeskConflictPayload }

/**
 * Moves a slot on the programme desk. If the slot no longer has the given revision, returns the conflict instead
 * (docs/schedule.md, Programme desk). Throws a DomainError `bad-request` if the values are invalid, and a DomainError
 * `forbidden` if the slot is locked.
 */
export const moveSlot: Operation<MoveSlotInput, MovedSlot> = {
  permission: permission.modify,
  exists: ({ type, lineage }) => hasBehavior(type, scheduleBehavior) && eventRootOf(lineage) !== undefined,
  async run(context, input) {
    const { node, now, lineage } = context
    const event = eventOf(context)
    const rooms = await scanFew(context, eventQuery(['Room'], event, { principals: principalsOf(context) }))
    const move = readMove(context, input, rooms)
    const saved = { ...node, fields: withPlace(node.fields, move.placed), modified: now }
    const { day } = localSpanOf(zoneOf(event), saved.fields)
    const moved = { event: event.path, day }
    if (sameJson(placedFieldsOf(saved.fields), placedFieldsOf(node.fields))) return { answer: { ...moved, undo: null } }
    if (node.revision !== move.revision)
      return { answer: { conflict: presentConflict(context, { input, move, rooms }) } }
    const { expects } = await refuseWithoutToken(context, undefined)
    const update = await editOf(context, withObject(lineage, saved), { note: '' })
    // The undo is accepted only at the revision that this commit creates, so it is refused if another change follows.
    const before = placedFieldsOf(node.fields)
    const undo = sealUndo(context, { uid: node.uid, revision: node.revision + 1, before })
    return { answer: { ...moved, undo }, change: { expects, updates: [update] } }
  },
}

function eventOf({ lineage }: RequestContext): ContentNode {
  const event = eventRootOf(lineage)
  if (!event) throw new Error('A slot outside of events cannot be moved.')
  return event
}

interface Move {
  readonly revision: number
  readonly placed: PlacedFields
}

function readMove(context: RequestContext, input: MoveSlotInput, rooms: readonly SearchHit[]): Move {
  const { node } = context
  if (input.undo !== undefined) {
    const undo = openUndo(context, input.undo)
    if (undo?.uid !== node.uid) throw badRequest('desk.revision')
    return { revision: undo.revision, placed: undo.before }
  }
  const revision = openRevision(context, node.uid, input.revision)
  const { start, end, ...others } = placedFieldsOf(node.fields)
  const times = input.isUnscheduled
    ? { start: null, end: null }
    : spanIn(zoneOf(eventOf(context)), input, { start, end })
  return { revision, placed: { ...others, ...times, ...roomsIn(input, node, rooms) } }
}

function roomsIn({ room }: MoveSlotInput, { fields }: ContentNode, rooms: readonly SearchHit[]): PlacedFields {
  if (room === undefined) return {}
  const visible = rooms.map(({ uid }) => uid)
  if (room !== '' && !visible.includes(room)) throw badRequest('desk.room', { room: room.slice(0, 100) })
  const stored = tokensOf(fields.room)
  const after = roomsAfterMove(stored, visible, room)
  return after === stored ? {} : { room: after }
}

const tokensOf = (value: JsonValue | undefined): readonly string[] => (Array.isArray(value) ? value.map(String) : [])

interface RefusedMove {
  readonly input: MoveSlotInput
  readonly move: Move
  readonly rooms: readonly SearchHit[]
}

function presentConflict(context: RequestContext, { input, move, rooms }: RefusedMove): DeskConflictPayload {
  const { node, base } = context
  const { uid, revision, fields } = node
  const event = eventOf(context)
  const { day } = localSpanOf(zoneOf(event), fields)
  const { undo, isUnscheduled, room, ...values } = input
  const repeated: Readonly<Record<string, string>> =
    undo === undefined
      ? { ...values, revision: sealRevision(context, uid, revision), ...(room === undefined ? {} : { room }) }
      : { undo: sealUndo(context, { uid, revision, before: move.placed }) }
  return {
    '@id': urlOfContext(context),
    title: String(fields.title ?? ''),
    requested: timesOf(move.placed, rooms),
    current: timesOf(placedFieldsOf(fields), rooms),
    desk: `${urlOf(base, event.path)}/@@desk${day === '' ? '' : `?day=${day}`}`,
    timezone: zoneOf(event),
    fields: { ...repeated, ...(isUnscheduled ? { unscheduled: '1' } : {}) },
  }
}

export function timesOf({ start, end, room }: PlacedFields, rooms: readonly SearchHit[]): SlotTimes {
  const time = (value: JsonValue | undefined) => (typeof value === 'number' ? formatInstant(value) : null)
  const tokens = tokensOf(room)
  const visible = rooms.filter(({ uid }) => tokens.includes(uid))
  return {
    start: time(start),
    end: time(end),
    room: visible.map(({ uid, columns }) => ({ token: uid, title: String(columns.title ?? '') })),
  }
}
