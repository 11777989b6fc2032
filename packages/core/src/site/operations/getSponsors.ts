import { entriesOfEvent } from '../../event/entriesOfEvent.js'
import { isEventRootItself } from '../../event/eventRoot.js'
import { sponsorsPayload } from '../../event/sponsors.js'
import { cachedPayload } from '../present/cachedPayload.js'
import { summaries } from '../present/summaries.js'
import { activeOnly, principalsOf, urlOfVisit, type Visit } from '../run/visit.js'

const demanded = { permission: null, exists: ({ lineage }: Visit) => isEventRootItself(lineage) }

/** `GET {event}/@sponsors` (docs/schedule.md, Sponsors): public, and filtered for the caller. */
export const getSponsors = cachedPayload('plenum/event.sponsors', demanded, async (visit, { metadata }) => {
  const entries = await entriesOfEvent(['SponsorsDB', 'SponsorLevel', 'Sponsor'], visit.node, {
    reader: visit.reader,
    turn: visit.work,
    principals: principalsOf(visit),
    where: activeOnly(visit),
  })
  const presented = await summaries(visit, entries, metadata)
  const byUid = new Map(entries.map(({ uid }, i) => [uid, presented[i]]))
  const payload = sponsorsPayload({
    base: visit.base,
    endpoint: `${urlOfVisit(visit)}/@sponsors`,
    entries,
    summaryOf: ({ uid }) => byUid.get(uid),
  })
  return { payload, objects: entries.length }
})
