import type { Summary } from '../../answers/summary.js'
import { typesWith } from '../../content/model/model.js'
import type { ContentNode } from '../../content/node/node.js'
import type { CatalogQuery, SearchHit } from '../../content/store/catalog.js'
import { entriesOfEvent } from '../../event/entriesOfEvent.js'
import { isEventRootItself } from '../../event/eventRoot.js'
import { scheduleStates, zoneOf } from '../../event/eventSettings.js'
import { schedulePayload } from '../../event/schedule.js'
import { scheduleBehavior } from '../../event/slotBehaviors.js'
import { isForEverybody, portalTypeTerm } from '../../event/slotSummary.js'
import { sponsorsPayload } from '../../event/sponsors.js'
import { permission } from '../../security/permissions.js'
import { cachedPayload } from '../present/cachedPayload.js'
import { ownSummaries, summaries } from '../present/summaries.js'
import { scanAll } from '../run/openEach.js'
import { activeOnly, principalsOf, type RequestContext, urlOfContext } from '../run/requestContext.js'

const requirements = {
  permission: permission.view,
  exists: ({ lineage }: RequestContext) => isEventRootItself(lineage),
}

/** `GET {event}/@schedule` (docs/schedule.md, Slots). */
export const getSchedule = cachedPayload('plenum/event.schedule', requirements, async (context, { metadata }) => {
  const { reader, task, node } = context
  const principals = principalsOf(context)
  const slots = await findSlots(context, node, { principals, where: activeOnly(context) })
  const rooms = await entriesOfEvent(['Room'], node, { reader, slice: task, principals })
  const summaries = (await ownSummaries(context, slots, metadata)).map((summary, i) =>
    withTypeTerm(context, summary, slots[i]),
  )
  if (task.isOver()) await task.next()
  const payload = await schedulePayload({ slots, summaries, rooms, zone: zoneOf(node) }, task)
  return { payload, objects: slots.length }
})

function withTypeTerm(
  { environment, translate }: RequestContext,
  summary: Summary,
  slot: SearchHit | undefined,
): Summary {
  if (!slot || isForEverybody(slot.type)) return summary
  return Object.assign(summary, portalTypeTerm(slot, { registry: environment.registry, translate }))
}

/** The slots of an event that principals may see, in the states that the schedule shows (docs/schedule.md, Slots). */
export function findSlots(
  context: RequestContext,
  event: ContentNode,
  { principals, where }: Pick<CatalogQuery, 'principals' | 'where'>,
): Promise<readonly SearchHit[]> {
  return scanAll(context, {
    principals,
    where: [
      { kind: 'any', index: 'event_root', values: [event.uid] },
      { kind: 'any', index: 'portal_type', values: typesWith(context.environment.registry, scheduleBehavior) },
      { kind: 'any', index: 'review_state', values: scheduleStates(event) },
      { kind: 'range', index: 'start', min: null, max: null },
      ...where,
    ],
  })
}

const sponsorsRequirements = { permission: null, exists: ({ lineage }: RequestContext) => isEventRootItself(lineage) }

/** `GET {event}/@sponsors` (docs/schedule.md, Sponsors): public, and filtered for the caller. */
export const getSponsors = cachedPayload(
  'plenum/event.sponsors',
  sponsorsRequirements,
  async (context, { metadata }) => {
    const entries = await entriesOfEvent(['SponsorsDB', 'SponsorLevel', 'Sponsor'], context.node, {
      reader: context.reader,
      slice: context.task,
      principals: principalsOf(context),
      where: activeOnly(context),
    })
    const presented = await summaries(context, entries, metadata)
    const byUid = new Map(entries.map(({ uid }, i) => [uid, presented[i]]))
    const payload = sponsorsPayload({
      base: context.base,
      endpoint: `${urlOfContext(context)}/@sponsors`,
      entries,
      summaryOf: ({ uid }) => byUid.get(uid),
    })
    return { payload, objects: entries.length }
  },
)
