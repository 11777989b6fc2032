import { DomainError, type Feed, type FeedTarget, firstValue, type InputOf, message } from '@plenum/core'
import { programmeCalendar } from './calendar.js'
import { feed } from './feed.js'
import { frabJson } from './frab.js'
import { frabXml } from './frabXml.js'
import { newestNews, newsFeed, newsOf } from './newsFeed.js'
import { releaseFeed } from './releaseFeed.js'
import { schedule2Json } from './schedule2.js'
import { requestedPages, siteMapOf } from './siteMap.js'

const xmlType = 'application/xml; charset=utf-8'
const slots = { parameters: ['day', 'room'], input: slotFilter }
const appSlots = { ...slots, input: (at: FeedTarget) => ({ ...slotFilter(at), forApps: true }) }

/**
 * Calendars, schedule files, news feeds, site maps and robots.txt for `feedRoutes` in `@plenum/express-adapter`
 * (docs/schedule.md, Feeds and files; docs/http-answers.md, For robots).
 */
export const feeds: readonly Feed[] = [
  feed('@@schedule.ics', 'getProgramme', {
    parameters: [...slots.parameters, 'only'],
    isPersonal: query => query.get('only') !== undefined,
    input: at => ({ ...slotFilter(at), only: chosenNumbers(at) }),
    type: 'text/calendar; charset=utf-8',
    text: programmeCalendar,
  }),
  feed('@@schedule.json', 'getProgramme', { ...appSlots, type: 'application/json', text: frabJson }),
  feed('@@schedule2.json', 'getProgramme', { ...appSlots, type: 'application/json', text: schedule2Json }),
  feed('@@schedule.xml', 'getProgramme', { ...appSlots, type: xmlType, text: frabXml }),
  feed('@@news.atom', 'searchContent', {
    parameters: [],
    input: () => newestNews,
    type: 'application/atom+xml; charset=utf-8',
    text: ({ items }, at) => newsFeed(newsOf(items, at), at.slice),
  }),
  feed('@@releases.atom', 'listScheduleReleases', {
    parameters: [],
    input: () => undefined,
    type: 'application/atom+xml; charset=utf-8',
    text: releaseFeed,
  }),
  feed('@@sitemap.xml', 'getSiteMap', {
    parameters: ['page'],
    input: requestedPages,
    type: xmlType,
    text: siteMapOf,
  }),
  feed('@@robots.txt', 'getSite', {
    parameters: [],
    input: () => undefined,
    type: 'text/plain; charset=utf-8',
    text: (site, { base }) => site['plone.robots_txt'].replaceAll('{portal_url}', base),
  }),
]

function slotFilter({ query }: FeedTarget): InputOf<'getProgramme'> {
  const day = firstValue(query, 'day') ?? null
  if (day !== null && !/^\d{4}-\d\d-\d\d$/.test(day))
    throw new DomainError('bad-request', message('query.date', { name: 'day', value: day }))
  return { day, room: firstValue(query, 'room') ?? null }
}

const maxChosen = 400

/**
 * Returns the session numbers in the `only` parameter, or null if the parameter is missing. Throws a DomainError
 * `bad-request` if the parameter is malformed or contains too many numbers.
 */
function chosenNumbers({ query }: FeedTarget): readonly number[] | null {
  const text = firstValue(query, 'only') ?? null
  if (text === null) return null
  const isList = /^\d{1,10}(?:[,:]\d{1,10})*$/.test(text) && text.length <= maxChosen * 22
  const numbers = [...new Set(isList ? text.split(/[,:]/).map(Number) : [])]
  if (isList && numbers.length <= maxChosen) return numbers
  throw new DomainError('bad-request', message('query.only', { limit: maxChosen }))
}

export type { FrabSchedule } from './frab.js'
export { type OmittedValue, omittedValues } from './omittedValues.js'
