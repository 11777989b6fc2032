import { summarize, summaryMetadata } from '../../content/summary.js'
import { entriesOfEvent } from '../../event/entriesOfEvent.js'
import { isEventRootItself } from '../../event/eventRoot.js'
import { sponsorsPayload } from '../../event/sponsors.js'
import type { JsonObject } from '../../foundation/json.js'
import { keptPayload, type PayloadInput } from '../keptPayload.js'
import type { Operation } from '../operation.js'
import { summaryContext } from '../summaries.js'
import { activeOnly, sightOf, urlOfVisit } from '../visit.js'

/** `GET {event}/@sponsors` (specification 4.7): public, and filtered for the caller. */
export const getSponsors: Operation<PayloadInput, JsonObject> = {
  permission: null,
  exists: ({ lineage }) => isEventRootItself(lineage),
  run: async (visit, input) => ({ answer: await keptSponsors(visit, input) }),
}

const keptSponsors = keptPayload('plenum/event.sponsors', async (visit, { metadata }) => {
  const entries = await entriesOfEvent(['SponsorsDB', 'SponsorLevel', 'Sponsor'], visit.node, {
    reader: visit.reader,
    sight: sightOf(visit),
    where: activeOnly(visit),
  })
  const context = await summaryContext(visit, entries)
  return sponsorsPayload({
    base: visit.base,
    endpoint: `${urlOfVisit(visit)}/@sponsors`,
    entries,
    summaryOf: entry => ({ ...summarize(entry, context), ...summaryMetadata(metadata, entry, context) }),
  })
})
