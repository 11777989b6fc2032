import type { FeedTarget } from '@plenum/core'
import type { ScheduleReleasesPayload } from '@plenum/core/answers'
import { newsFeed } from './newsFeed.js'

const maxEntries = 50

/** Creates an Atom feed with the newest releases (docs/schedule.md, Releases). */
export function releaseFeed(
  { items }: ScheduleReleasesPayload,
  { url: self, host, slice }: FeedTarget,
): Promise<string> {
  const url = self.slice(0, self.lastIndexOf('/'))
  const entries = items.slice(0, maxEntries).map(({ '@id': address, number, name, comment, date }) => ({
    uid: `release:${url}:${number}`,
    url: number > 1 ? `${url}/@schedule-releases/${number - 1}/@diff/${number}` : address,
    title: name,
    description: comment,
    authors: [],
    published: date,
    updated: date,
  }))
  return newsFeed(
    { title: `Releases of the schedule of ${host}`, url: `${url}/@schedule-releases`, self, host, entries },
    slice,
  )
}
