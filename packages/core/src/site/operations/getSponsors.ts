import { entriesOfEvent } from '../../event/entriesOfEvent.js'
import { isEventRootItself } from '../../event/eventRoot.js'
import { sponsorsPayload } from '../../event/sponsors.js'
import { cachedPayload } from '../present/cachedPayload.js'
import { summaries } from '../present/summaries.js'
import { activeOnly, principalsOf, type RequestContext, urlOfContext } from '../run/requestContext.js'

const requirements = { permission: null, exists: ({ lineage }: RequestContext) => isEventRootItself(lineage) }

/** `GET {event}/@sponsors` (docs/schedule.md, Sponsors): public, and filtered for the caller. */
export const getSponsors = cachedPayload('plenum/event.sponsors', requirements, async (context, { metadata }) => {
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
})
