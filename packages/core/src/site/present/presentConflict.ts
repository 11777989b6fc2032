import type { ConflictingObject, ConflictingSlot, ScheduleConflict } from '../../answers/schedule.js'
import type { SearchHit } from '../../content/store/catalog.js'
import type { Conflict } from '../../event/conflicts.js'
import { formatInstant } from '../../foundation/instants.js'
import { urlOf } from '../../foundation/paths.js'
import type { RequestContext } from '../run/requestContext.js'
import type { SlotOfHit } from './programmeConflicts.js'

/** The slots, rooms and presenters that the caller may view, by UID. */
export type VisibleObjects = ReadonlyMap<string, SearchHit>

/** Returns the payload of a conflict, without objects that the caller may not view. */
export function presentConflict(
  context: RequestContext,
  conflict: Conflict<SlotOfHit>,
  visible: VisibleObjects,
): ScheduleConflict {
  const { kind, start, end } = conflict
  const present = (uid: string | undefined) => {
    const hit = uid === undefined ? undefined : visible.get(uid)
    return hit ? presentObject(context, hit) : null
  }
  const slots = conflict.slots.filter(({ hit }) => visible.has(hit.uid)).map(slot => presentSlot(context, slot))
  return {
    kind,
    start: formatInstant(start),
    end: formatInstant(end),
    room: present('room' in conflict ? conflict.room : undefined),
    person: present('person' in conflict ? conflict.person : undefined),
    slots,
    hidden_slots: conflict.slots.length - slots.length,
  }
}

const presentObject = ({ base }: RequestContext, { uid, path, type, columns }: SearchHit): ConflictingObject => ({
  '@id': urlOf(base, path),
  '@type': type,
  UID: uid,
  title: String(columns.title ?? ''),
})

const presentSlot = (context: RequestContext, { hit, start, end }: SlotOfHit): ConflictingSlot => ({
  ...presentObject(context, hit),
  start: formatInstant(start ?? 0),
  end: end === null ? null : formatInstant(end),
})
