import type {
  ConflictingObject,
  ConflictingSlot,
  ScheduleConflict,
  ScheduleConflictsPayload,
} from '../../answers/schedule.js'
import type { SearchHit } from '../../content/store/catalog.js'
import type { Conflict } from '../../event/conflicts.js'
import { eventQuery } from '../../event/eventQuery.js'
import { isEventRootItself } from '../../event/eventRoot.js'
import { formatInstant } from '../../foundation/instants.js'
import { urlOf } from '../../foundation/paths.js'
import { inSteps } from '../../foundation/scheduler.js'
import { mapInSteps } from '../../foundation/steps.js'
import { permission } from '../../security/permissions.js'
import { programmeConflicts, type SlotOfHit } from '../present/programmeConflicts.js'
import { scanAll } from '../run/openEach.js'
import type { Operation } from '../run/operation.js'
import { activeOnly, principalsOf, type RequestContext, urlOfContext } from '../run/requestContext.js'
import { findSlots } from './scheduleAndSponsors.js'

/**
 * `GET {event}/@schedule-conflicts`: all conflicts, without objects that the caller may not view (docs/schedule.md,
 * Conflicts).
 */
export const getScheduleConflicts: Operation<undefined, ScheduleConflictsPayload> = {
  permission: permission.modify,
  exists: ({ lineage }) => isEventRootItself(lineage),
  dependsOn: async () => null,
  async run(context) {
    // The visible slots are scanned first, because the scan acquires the permit for many slots.
    const visible = await visibleObjects(context)
    const conflicts = await programmeConflicts(context, context.node)
    const items = await inSteps(
      mapInSteps(conflicts, conflict => presentConflict(context, conflict, visible)),
      context.task,
    )
    const shown = items.filter(({ slots }) => slots.length > 0)
    return {
      answer: { '@id': `${urlOfContext(context)}/@schedule-conflicts`, items: shown, items_total: items.length },
    }
  },
}

type VisibleObjects = ReadonlyMap<string, SearchHit>

async function visibleObjects(context: RequestContext): Promise<VisibleObjects> {
  const access = { principals: principalsOf(context), where: activeOnly(context) }
  const slots = await findSlots(context, context.node, access)
  const others = await scanAll(context, eventQuery(['Room', 'Presenter'], context.node, access))
  return new Map([...slots, ...others].map(hit => [hit.uid, hit]))
}

function presentConflict(
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
