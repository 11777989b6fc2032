import type { FoundEntry } from '../../content/catalog.js'
import { hasBehavior } from '../../content/registry.js'
import { summarize, summaryMetadata } from '../../content/summary.js'
import { entriesOfEvent } from '../../event/entriesOfEvent.js'
import { isEventRootItself } from '../../event/eventRoot.js'
import { scheduleStates, zoneOf } from '../../event/eventSettings.js'
import { schedulePayload } from '../../event/schedule.js'
import { scheduleBehavior } from '../../event/slotBehaviors.js'
import { isForEverybody, portalTypeTerm } from '../../event/slotSummary.js'
import type { JsonObject } from '../../foundation/json.js'
import { permission } from '../../security/stockPermissions.js'
import { keptPayload, type PayloadInput } from '../keptPayload.js'
import type { Operation } from '../operation.js'
import { summaryContext } from '../summaries.js'
import { activeOnly, sightOf, type Visit } from '../visit.js'

/** `GET {event}/@schedule` (specification 4.6). */
export const getSchedule: Operation<PayloadInput, JsonObject> = {
  permission: permission.view,
  exists: ({ lineage }) => isEventRootItself(lineage),
  run: async (visit, input) => ({ answer: await keptSchedule(visit, input) }),
}

const keptSchedule = keptPayload('plenum/event.schedule', async (visit, { metadata }) => {
  const slots = await findSlots(visit)
  const rooms = await entriesOfEvent(['Room'], visit.node, { reader: visit.reader, sight: sightOf(visit) })
  const context = await summaryContext(visit, slots)
  const summaries = slots.map(slot =>
    Object.assign(
      summarize(slot, context),
      summaryMetadata(metadata, slot, context),
      isForEverybody(slot.type) ? {} : portalTypeTerm(slot, context),
    ),
  )
  return schedulePayload({ slots, summaries, rooms, zone: zoneOf(visit.node) })
})

/** Slots of the event in the states that it shows, as far as the caller may see them (schedule sheet, 1.1). */
async function findSlots(visit: Visit): Promise<readonly FoundEntry[]> {
  const types = [...visit.environment.registry.types.values()].filter(type => hasBehavior(type, scheduleBehavior))
  const { items } = await visit.reader.search({
    sight: sightOf(visit),
    where: [
      { kind: 'any', index: 'event_root', values: [visit.node.uid] },
      { kind: 'any', index: 'portal_type', values: types.map(({ id }) => id) },
      { kind: 'any', index: 'review_state', values: scheduleStates(visit.node) },
      { kind: 'range', index: 'start', min: null, max: null },
      ...activeOnly(visit),
    ],
  })
  return items
}
