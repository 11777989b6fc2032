import { hasBehavior } from '../../content/model/registry.js'
import type { SearchHit } from '../../content/store/catalog.js'
import { eventQuery } from '../../event/eventQuery.js'
import { isEventRootItself } from '../../event/eventRoot.js'
import { scheduleStates, zoneOf } from '../../event/eventSettings.js'
import { schedulePayload } from '../../event/schedule.js'
import { scheduleBehavior } from '../../event/slotBehaviors.js'
import { inSteps } from '../../foundation/scheduler.js'
import { permission } from '../../security/stockPermissions.js'
import { cachedPayload } from '../present/cachedPayload.js'
import { ownSummaries } from '../present/summaries.js'
import { activeOnly, principalsOf, type RequestContext } from '../run/requestContext.js'
import { scanAll, scanFew } from '../run/scanMany.js'

const requirements = {
  permission: permission.view,
  exists: ({ lineage }: RequestContext) => isEventRootItself(lineage),
}

/** `GET {event}/@schedule` (docs/schedule.md, Slots). */
export const getSchedule = cachedPayload('plenum/event.schedule', requirements, async (context, { metadata }) => {
  const { environment, node, task, translate } = context
  const slots = await findSlots(context)
  const rooms = await scanFew(context, eventQuery(['Room'], node, { principals: principalsOf(context) }))
  const summaries = await ownSummaries(context, slots, metadata)
  const titleOf = (type: string) => translate(environment.registry.type(type).title)
  const payload = await inSteps(schedulePayload({ slots, summaries, rooms, zone: zoneOf(node), titleOf }), task)
  return { payload, objects: slots.length }
})

/** The slots of the event that the caller may see, in the states that the schedule shows (docs/schedule.md, Slots). */
async function findSlots(context: RequestContext): Promise<readonly SearchHit[]> {
  const types = [...context.environment.registry.types.values()].filter(type => hasBehavior(type, scheduleBehavior))
  return scanAll(context, {
    principals: principalsOf(context),
    where: [
      { kind: 'any', index: 'event_root', values: [context.node.uid] },
      { kind: 'any', index: 'portal_type', values: types.map(({ id }) => id) },
      { kind: 'any', index: 'review_state', values: scheduleStates(context.node) },
      { kind: 'range', index: 'start', min: null, max: null },
      ...activeOnly(context),
    ],
  })
}
