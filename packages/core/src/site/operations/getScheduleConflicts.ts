import type { ScheduleConflictsPayload } from '../../answers/schedule.js'
import { eventQuery } from '../../event/eventQuery.js'
import { isEventRootItself } from '../../event/eventRoot.js'
import { inSteps } from '../../foundation/scheduler.js'
import { mapInSteps } from '../../foundation/steps.js'
import { permission } from '../../security/permissions.js'
import { presentConflict, type VisibleObjects } from '../present/presentConflict.js'
import { programmeConflicts } from '../present/programmeConflicts.js'
import { scanAll } from '../run/openEach.js'
import type { Operation } from '../run/operation.js'
import { activeOnly, principalsOf, type RequestContext, urlOfContext } from '../run/requestContext.js'
import { findSlots } from './scheduleAndSponsors.js'

/**
 * `GET {event}/@schedule-conflicts` returns all conflicts, but omits objects that the caller may not view
 * (docs/schedule.md, Conflicts).
 */
export const getScheduleConflicts: Operation<undefined, ScheduleConflictsPayload> = {
  permission: permission.modify,
  exists: ({ lineage }) => isEventRootItself(lineage),
  dependsOn: async () => null,
  async run(context) {
    // This scan must run first, because it acquires the permit that is needed to read a large number of slots.
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

async function visibleObjects(context: RequestContext): Promise<VisibleObjects> {
  const access = { principals: principalsOf(context), where: activeOnly(context) }
  const slots = await findSlots(context, context.node, access)
  const others = await scanAll(context, eventQuery(['Room', 'Presenter'], context.node, access))
  return new Map([...slots, ...others].map(hit => [hit.uid, hit]))
}
