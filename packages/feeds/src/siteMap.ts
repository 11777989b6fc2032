import {
  DomainError,
  type FeedTarget,
  firstValue,
  type InputOf,
  message,
  type SiteMap,
  type TimeSlice,
} from '@plenum/core'
import { textElement, xmlText } from './xml.js'

const xmlns = 'http://www.sitemaps.org/schemas/sitemap/0.9'

const maxPagesPerMap = 10_000

export function requestedPages({ query }: FeedTarget): InputOf<'getSiteMap'> {
  const page = firstValue(query, 'page') ?? '1'
  if (!/^[1-9]\d{0,5}$/.test(page)) throw new DomainError('bad-request', message('query.number', { name: 'page' }))
  return { start: (Number(page) - 1) * maxPagesPerMap, size: maxPagesPerMap }
}

/**
 * Returns the complete site map of a small site, or the requested site map of a large site. For a large site without
 * the `page` parameter, returns the index of its site maps.
 */
export function siteMapOf({ total, pages }: SiteMap, at: FeedTarget): Promise<string> {
  if (total <= maxPagesPerMap || firstValue(at.query, 'page') !== undefined) return siteMap(pages, at.slice)
  const count = Math.ceil(total / maxPagesPerMap)
  const maps = Array.from({ length: count }, (_, i) => `${at.base}/sitemap.xml?page=${i + 1}`)
  return siteMapIndex(maps, at.slice)
}

/** Creates a site map (sitemaps.org), which may contain at most 50,000 pages. */
export const siteMap = (pages: SiteMap['pages'], slice: TimeSlice): Promise<string> =>
  xmlText(
    {
      urlset: pages.map(({ url, modified }) => ({ url: [textElement('loc', url), textElement('lastmod', modified)] })),
      ':@': { xmlns },
    },
    { slice },
  )

export const siteMapIndex = (addresses: readonly string[], slice: TimeSlice): Promise<string> =>
  xmlText(
    {
      sitemapindex: addresses.map(address => ({ sitemap: [textElement('loc', address)] })),
      ':@': { xmlns },
    },
    { slice },
  )
