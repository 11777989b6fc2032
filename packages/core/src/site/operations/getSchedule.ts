import type { Summary } from '../../answers/summary.js'
import { hasBehavior } from '../../content/model/registry.js'
import type { FoundEntry } from '../../content/store/catalog.js'
import { entriesOfEvent } from '../../event/entriesOfEvent.js'
import { isEventRootItself } from '../../event/eventRoot.js'
import { scheduleStates, zoneOf } from '../../event/eventSettings.js'
import { schedulePayload } from '../../event/schedule.js'
import { scheduleBehavior } from '../../event/slotBehaviors.js'
import { isForEverybody, portalTypeTerm } from '../../event/slotSummary.js'
import { permission } from '../../security/stockPermissions.js'
import { cachedPayload } from '../present/cachedPayload.js'
import { ownSummaries } from '../present/summaries.js'
import { scanAll } from '../run/scanMany.js'
import { activeOnly, principalsOf, type Visit } from '../run/visit.js'

const demanded = {
  permission: permission.view,
  exists: ({ lineage }: Visit) => isEventRootItself(lineage),
}

/** `GET {event}/@schedule` (docs/schedule.md, Slots). */
export const getSchedule = cachedPayload('plenum/event.schedule', demanded, async (visit, { metadata }) => {
  const { reader, work, node } = visit
  const slots = await findSlots(visit)
  const rooms = await entriesOfEvent(['Room'], node, { reader, turn: work, principals: principalsOf(visit) })
  const summaries = (await ownSummaries(visit, slots, metadata)).map((summary, i) =>
    withTypeTerm(visit, summary, slots[i]),
  )
  if (work.isOver()) await work.next()
  const payload = await schedulePayload({ slots, summaries, rooms, zone: zoneOf(node) }, work)
  return { payload, objects: slots.length }
})

function withTypeTerm({ environment, translate }: Visit, summary: Summary, slot: FoundEntry | undefined): Summary {
  if (!slot || isForEverybody(slot.type)) return summary
  return Object.assign(summary, portalTypeTerm(slot, { registry: environment.registry, translate }))
}

/** The slots of the event that the caller may see, in the states that the schedule shows (docs/schedule.md, Slots). */
async function findSlots(visit: Visit): Promise<readonly FoundEntry[]> {
  const types = [...visit.environment.registry.types.values()].filter(type => hasBehavior(type, scheduleBehavior))
  return scanAll(visit, {
    principals: principalsOf(visit),
    where: [
      { kind: 'any', index: 'event_root', values: [visit.node.uid] },
      { kind: 'any', index: 'portal_type', values: types.map(({ id }) => id) },
      { kind: 'any', index: 'review_state', values: scheduleStates(visit.node) },
      { kind: 'range', index: 'start', min: null, max: null },
      ...activeOnly(visit),
    ],
  })
}
