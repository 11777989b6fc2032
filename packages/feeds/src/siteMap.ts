import type { SiteMap, TimeSlice } from '@plenum/core'
import { textElement, xmlText } from './xml.js'

const xmlns = 'http://www.sitemaps.org/schemas/sitemap/0.9'

/** A site map for robots (sitemaps.org): at most 50,000 pages. */
export const siteMap = (pages: SiteMap['pages'], slice: TimeSlice): Promise<string> =>
  xmlText(
    {
      urlset: pages.map(({ url, modified }) => ({ url: [textElement('loc', url), textElement('lastmod', modified)] })),
      ':@': { xmlns },
    },
    { slice },
  )

/** The index of the site maps of a large site. */
export const siteMapIndex = (addresses: readonly string[], slice: TimeSlice): Promise<string> =>
  xmlText(
    {
      sitemapindex: addresses.map(address => ({ sitemap: [textElement('loc', address)] })),
      ':@': { xmlns },
    },
    { slice },
  )
