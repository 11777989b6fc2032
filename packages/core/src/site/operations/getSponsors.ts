import { summarize, summaryMetadata } from '../../content/summary.js'
import { entriesOfEvent } from '../../event/entriesOfEvent.js'
import { isEventRootItself } from '../../event/eventRoot.js'
import { sponsorsPayload } from '../../event/sponsors.js'
import type { JsonObject } from '../../foundation/json.js'
import type { Operation } from '../operation.js'
import { summaryContext } from '../summaries.js'
import { sightOf, urlOfVisit } from '../visit.js'
import type { GetScheduleInput } from './getSchedule.js'

/** `GET {event}/@sponsors` (specification 4.7): public, and filtered for the caller. */
export const getSponsors: Operation<GetScheduleInput, JsonObject> = {
  permission: null,
  exists: ({ lineage }) => isEventRootItself(lineage),
  async run(visit, { metadata }) {
    const entries = await entriesOfEvent(['SponsorsDB', 'SponsorLevel', 'Sponsor'], visit.node, {
      reader: visit.reader,
      sight: sightOf(visit),
    })
    const context = await summaryContext(visit, entries)
    const answer = sponsorsPayload({
      base: visit.base,
      endpoint: `${urlOfVisit(visit)}/@sponsors`,
      entries,
      summaryOf: entry => ({ ...summarize(entry, context), ...summaryMetadata(metadata, entry, context) }),
    })
    return { answer }
  },
}
