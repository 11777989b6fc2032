import { hash } from 'node:crypto'
import {
  DomainError,
  message,
  type PublishedNews,
  type PublishedProgramme,
  type SiteMap,
  type TimeSlice,
} from '@plenum/core'
import type { ListedItem, SitePayload } from '@plenum/core/answers'
import { type ApiRequest, textOf, urlOfRequest } from '../exchange/apiRequest.js'
import { bytesReply, type Reply } from '../exchange/reply.js'
import { type Route, route } from '../exchange/route.js'
import { matchesETag } from '../headers/entityTags.js'
import { indentedJson } from './indentedJson.js'

/**
 * Serializes answers in formats of other programs, for example `feeds` of `@plenum/feeds`. Long ones yield between time
 * slices.
 */
export interface Feeds {
  calendar(programme: PublishedProgramme, at: { readonly host: string; readonly slice: TimeSlice }): Promise<string>
  scheduleJson(programme: PublishedProgramme, slice: TimeSlice): Promise<object>
  scheduleXml(programme: PublishedProgramme, slice: TimeSlice): Promise<string>
  news(news: PublishedNews, slice: TimeSlice): Promise<string>
  siteMap(pages: SiteMap['pages'], slice: TimeSlice): Promise<string>
  siteMapIndex(addresses: readonly string[], slice: TimeSlice): Promise<string>
}

/** The depth of an event in the JSON of a schedule: below its conference, its days, a day, the rooms and a room. */
const eventLevel = 7

const xmlType = 'application/xml; charset=utf-8'

/** Maximum number of entries of a feed. */
const maxEntries = 50
/** Maximum number of pages in one site map. */
const maxPagesPerMap = 10_000

/**
 * The routes of calendars, schedule files, news and site maps, for `RouterOptions.routes` (docs/schedule.md, Feeds and
 * files; docs/http-answers.md, For robots).
 */
export function feedRoutes(feeds: Feeds): readonly Route[] {
  const needsExpress = false
  const scheduleOptions = { needsExpress, isShared: true, parameters: ['day', 'room'], input: slotFilter }
  return [
    route('GET @@schedule.ics', 'getProgramme', {
      ...scheduleOptions,
      reply: async (programme, request) => {
        const at = { host: hostOf(request), slice: request.exchange.task }
        return textReply(request, 'text/calendar; charset=utf-8', await feeds.calendar(programme, at))
      },
    }),
    route('GET @@schedule.json', 'getProgramme', {
      ...scheduleOptions,
      reply: async (programme, request) => {
        const { task } = request.exchange
        const schedule = await feeds.scheduleJson(programme, task)
        return textReply(
          request,
          'application/json',
          await indentedJson({ schedule }, { slice: task, levels: eventLevel }),
        )
      },
    }),
    route('GET @@schedule.xml', 'getProgramme', {
      ...scheduleOptions,
      reply: async (programme, request) =>
        textReply(request, xmlType, await feeds.scheduleXml(programme, request.exchange.task)),
    }),
    route('GET @@news.atom', 'searchContent', {
      needsExpress,
      isShared: true,
      parameters: [],
      input: () => newestNews,
      reply: async ({ items }, request) => {
        const news = newsOf(items, request)
        return textReply(request, 'application/atom+xml; charset=utf-8', await feeds.news(news, request.exchange.task))
      },
    }),
    route('GET @@sitemap.xml', 'getSiteMap', {
      needsExpress,
      isShared: true,
      parameters: ['page'],
      input: siteMapBatch,
      reply: async (map, request) => textReply(request, xmlType, await mapOf(feeds, map, request)),
    }),
    route('GET @@robots.txt', 'getSite', {
      needsExpress,
      isShared: true,
      parameters: [],
      reply: (site, request) => textReply(request, 'text/plain; charset=utf-8', robotsOf(site, request)),
    }),
  ]
}

/** Files that robots fetch from the root of a host, and the views that answer them. */
export const rootFiles: ReadonlyMap<string, string> = new Map([
  ['/robots.txt', '@@robots.txt'],
  ['/sitemap.xml', '@@sitemap.xml'],
  ['/sitemap-index.xml', '@@sitemap.xml'],
])

/** A text with its ETag, or 304. */
function textReply({ exchange: { req } }: ApiRequest, type: string, text: string): Reply {
  const etag = hash('sha256', text, 'base64url').slice(0, 22)
  const headers = { 'Content-Type': type, ETag: `"${etag}"` }
  if (matchesETag(req.get('if-none-match'), etag))
    return { kind: 'empty', status: 304, headers: { ETag: headers.ETag } }
  return bytesReply(Buffer.from(text), headers)
}

const robotsOf = (site: SitePayload, { base }: ApiRequest): string =>
  site['plone.robots_txt'].replaceAll('{portal_url}', base)

const hostOf = ({ base }: ApiRequest): string => new URL(base).host

function slotFilter(request: ApiRequest): { readonly day: string | null; readonly room: string | null } {
  const day = textOf(request, 'day') ?? null
  if (day !== null && !/^\d{4}-\d\d-\d\d$/.test(day))
    throw new DomainError('bad-request', message('query.date', { name: 'day', value: day }))
  return { day, room: textOf(request, 'room') ?? null }
}

const newestNews = {
  parameters: { portal_type: 'News Item', review_state: 'published', sort_on: 'effective', sort_order: 'descending' },
  batch: { start: 0, size: maxEntries },
  metadata: ['UID', 'effective', 'modified', 'Creator', 'listCreators'],
  fullObjects: false,
}

function newsOf(items: readonly ListedItem[], request: ApiRequest): PublishedNews {
  const self = urlOfRequest(request)
  return {
    title: `News of ${hostOf(request)}`,
    url: self.slice(0, self.lastIndexOf('/')),
    self,
    host: hostOf(request),
    entries: items.map(item => ({
      uid: item.UID ?? '',
      url: item['@id'],
      title: item.title ?? '',
      description: item.description ?? '',
      authors: ('listCreators' in item && item.listCreators) || [],
      published: item.effective ?? item.modified ?? '',
      updated: item.modified ?? '',
    })),
  }
}

function siteMapBatch(request: ApiRequest): { readonly start: number; readonly size: number } {
  const page = textOf(request, 'page') ?? '1'
  if (!/^[1-9]\d{0,5}$/.test(page)) throw new DomainError('bad-request', message('query.number', { name: 'page' }))
  return { start: (Number(page) - 1) * maxPagesPerMap, size: maxPagesPerMap }
}

/** Without a page: the whole map of a small site, or the index of the maps of a large one. */
function mapOf(feeds: Feeds, { total, pages }: SiteMap, request: ApiRequest): Promise<string> {
  const slice = request.exchange.task
  if (total <= maxPagesPerMap || textOf(request, 'page') !== undefined) return feeds.siteMap(pages, slice)
  const maps = Array.from(
    { length: Math.ceil(total / maxPagesPerMap) },
    (_, i) => `${request.base}/sitemap.xml?page=${i + 1}`,
  )
  return feeds.siteMapIndex(maps, slice)
}
