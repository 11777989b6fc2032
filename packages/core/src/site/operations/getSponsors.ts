import { eventQuery } from '../../event/eventQuery.js'
import { isEventRootItself } from '../../event/eventRoot.js'
import { sponsorsPayload } from '../../event/sponsors.js'
import { cachedPayload } from '../present/cachedPayload.js'
import { summaries } from '../present/summaries.js'
import { activeOnly, principalsOf, type RequestContext, urlOfContext } from '../run/requestContext.js'
import { scanFew } from '../run/scanMany.js'

const requirements = { permission: null, exists: ({ lineage }: RequestContext) => isEventRootItself(lineage) }

/** `GET {event}/@sponsors` (docs/schedule.md, Sponsors): public, and filtered for the caller. */
export const getSponsors = cachedPayload('plenum/event.sponsors', requirements, async (context, { metadata }) => {
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
})
