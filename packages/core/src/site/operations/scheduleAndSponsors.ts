import { typesWith } from '../../content/model/model.js'
import type { ContentNode } from '../../content/node/node.js'
import type { CatalogQuery, SearchHit } from '../../content/store/catalog.js'
import { eventQuery } from '../../event/eventQuery.js'
import { isEventRootItself, zoneOf } from '../../event/eventRoot.js'
import { schedulePayload } from '../../event/schedule.js'
import { scheduleBehavior } from '../../event/slotBehaviors.js'
import { slotQuery } from '../../event/slotQuery.js'
import { sponsorsPayload } from '../../event/sponsors.js'
import { inSteps } from '../../foundation/scheduler.js'
import { permission } from '../../security/permissions.js'
import { cachedPayload } from '../present/cachedPayload.js'
import { ownSummaries, summaries } from '../present/summaries.js'
import { scanAll, scanFew } from '../run/openEach.js'
import { activeOnly, principalsOf, type RequestContext, urlOfContext } from '../run/requestContext.js'

const requirements = {
  permission: permission.view,
  exists: ({ lineage }: RequestContext) => isEventRootItself(lineage),
}

/** `GET {event}/@schedule` (docs/schedule.md, Slots). */
export const getSchedule = cachedPayload('plenum/event.schedule', requirements, async (context, { metadata }) => {
  const { environment, node, task, translate } = context
  const principals = principalsOf(context)
  const slots = await findSlots(context, node, { principals, where: activeOnly(context) })
  const rooms = await scanFew(context, eventQuery(['Room'], node, { principals }))
  const summaries = await ownSummaries(context, slots, metadata)
  const titleOf = (type: string) => translate(environment.registry.type(type).title)
  const payload = await inSteps(schedulePayload({ slots, summaries, rooms, zone: zoneOf(node), titleOf }), task)
  return { payload, objects: slots.length }
})

/**
 * The slots of an event that the principals may see, in the states that the schedule shows (docs/schedule.md, Slots).
 */
export function findSlots(
  context: RequestContext,
  event: ContentNode,
  access: Pick<CatalogQuery, 'principals' | 'where'>,
): Promise<readonly SearchHit[]> {
  const types = typesWith(context.environment.registry, scheduleBehavior)
  return scanAll(context, slotQuery(event, { types, ...access }))
}

const sponsorsRequirements = { permission: null, exists: ({ lineage }: RequestContext) => isEventRootItself(lineage) }

/**
 * `GET {event}/@sponsors` (docs/schedule.md, Sponsors). The operation is public, and the answer is filtered for the
 * caller.
 */
export const getSponsors = cachedPayload(
  'plenum/event.sponsors',
  sponsorsRequirements,
  async (context, { metadata }) => {
    const access = { principals: principalsOf(context), where: activeOnly(context) }
    const entries = await scanFew(context, eventQuery(['SponsorsDB', 'SponsorLevel', 'Sponsor'], context.node, access))
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
