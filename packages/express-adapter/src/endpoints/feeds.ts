import { hash } from 'node:crypto'
import { type Feed, waitingSlice } from '@plenum/core'
import type { Request } from 'express'
import { urlOfRequest } from '../exchange/apiRequest.js'
import { bytesReply, type Reply } from '../exchange/reply.js'
import { type Route, rowOf } from '../exchange/route.js'
import { matchesETag } from '../headers/entityTags.js'

/**
 * Creates routes that serve the given feeds, such as `feeds` from `@plenum/feeds`. Add them to `RouterOptions.routes`
 * (docs/schedule.md, Feeds and files; docs/http-answers.md, For robots).
 */
export const feedRoutes = (feeds: readonly Feed[]): readonly Route[] => feeds.map(feedRoute)

const feedRoute = (feed: Feed): Route => ({
  ...rowOf(`GET ${feed.view}`, feed.operation),
  parameters: feed.parameters,
  isShared: true,
  needsExpress: false,
  description: {
    summary: `the feed ${feed.view}`,
    query: Object.fromEntries(feed.parameters.map(name => [name, 'A filter of the feed.'])),
    answers: { 200: feed.type.split(';', 1)[0] ?? feed.type },
  },
  answer: async (site, context, request) => {
    const { base, query, exchange } = request
    const at = { base, host: new URL(base).host, query, url: urlOfRequest(request), slice: waitingSlice(exchange.task) }
    const reply = textReply(exchange.req, feed.type, await feed.text(site, context, at))
    return feed.isPersonal?.(query) ? { ...reply, headers: { ...reply.headers, ...notStored } } : reply
  },
})

const notStored = { 'Cache-Control': 'private, no-store' }

function textReply(req: Request, type: string, text: string): Reply {
  const etag = hash('sha256', text, 'base64url').slice(0, 22)
  const headers = { 'Content-Type': type, ETag: `"${etag}"` }
  if (matchesETag(req.get('if-none-match'), etag))
    return { kind: 'empty', status: 304, headers: { ETag: headers.ETag } }
  return bytesReply(Buffer.from(text), headers)
}

export const rootFiles: ReadonlyMap<string, string> = new Map([
  ['/robots.txt', '@@robots.txt'],
  ['/sitemap.xml', '@@sitemap.xml'],
  ['/sitemap-index.xml', '@@sitemap.xml'],
])
