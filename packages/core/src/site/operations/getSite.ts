import type { SitePayload } from '../../answers/site.js'
import { presentImage, scaleWidths } from '../../content/node/images.js'
import type { ContentNode, StoredFile } from '../../content/node/node.js'
import type { SearchHit } from '../../content/store/catalog.js'
import { supportsMultipleEvents, zoneOf } from '../../event/eventRoot.js'
import { formatInstant, type Instant } from '../../foundation/instants.js'
import { parentPath, urlOf } from '../../foundation/paths.js'
import { eachOf } from '../../foundation/scheduler.js'
import { anonymous } from '../../security/caller.js'
import { permission } from '../../security/permissions.js'
import { appearanceOf, siteImages } from '../admin/settings/appearancePanel.js'
import { availableLanguagesOf, defaultLanguageOf } from '../admin/settings/languagePanel.js'
import { storedImage } from '../admin/settings/siteImage.js'
import { logoOf, ownTitleOf, robotsOf, siteTitleOf } from '../admin/settings/sitePanel.js'
import type { Operation } from '../run/operation.js'
import { atRoot, hasPermission, isSiteRoot, principalsOf } from '../run/requestContext.js'
import { decideImage, type FileAnswer, type ImageRequest } from './getFile.js'

/** `GET /@site` returns the public properties of the site (docs/site-settings.md, Site, rule 2). */
export const getSite: Operation<undefined, SitePayload> = {
  ...atRoot,
  dependsOn: async () => ({ parts: [] }),
  async run(context) {
    const { node, base } = context
    const logo = logoOf(node)
    const answer: SitePayload = {
      '@id': `${base}/@site`,
      features: { filter_aliases_by_date: true, multilingual: false },
      'plone.allowed_sizes': Object.entries(scaleWidths).map(([name, edge]) => `${name} ${edge}:${edge}`),
      'plone.available_languages': availableLanguagesOf(node),
      'plone.default_language': defaultLanguageOf(node),
      'plone.portal_timezone': zoneOf(node),
      'plone.robots_txt': robotsOf(node),
      'plone.site_logo': logo && presentImage(logo, `${base}/@@site-logo/logo`).download,
      'plenum.appearance': appearanceOf(node, base),
      'plenum.is_event': !supportsMultipleEvents(context.lineage),
      'plone.site_title': hasPermission(context, permission.view) ? siteTitleOf(node) : ownTitleOf(node),
    }
    return { answer }
  },
}

/**
 * `GET /@@site-logo/{name}` returns the logo, which is public because every page contains it (docs/site-settings.md,
 * Site, rule 3).
 */
export const getSiteLogo: Operation<ImageRequest, FileAnswer> = {
  ...atRoot,
  run: (context, request) => decideImage(context, request, field => siteImage(context.node, field)),
}

function siteImage(root: ContentNode, name: string): StoredFile | null {
  const kind = name === 'favicon' || name === 'cover' ? name : 'logo'
  return storedImage(root, siteImages[kind])
}

/**
 * A part of the site map: the URLs of pages, their modification times, such as `2027-05-01T09:00:00+00:00`, and the
 * total number of pages.
 */
export interface SiteMap {
  readonly total: number
  readonly pages: readonly { readonly url: string; readonly modified: string }[]
}

/**
 * Returns the pages that anonymous users may view, sorted by path, for search engines (docs/http-answers.md, For
 * robots).
 */
export const getSiteMap: Operation<{ readonly start: number; readonly size: number }, SiteMap> = {
  permission: permission.view,
  exists: isSiteRoot,
  exclusiveSlice: true,
  async run(context, { start, size }) {
    const sort = [{ by: 'path', descending: false }]
    const query = {
      principals: principalsOf({ caller: anonymous }),
      where: [{ kind: 'active', at: context.now } as const],
      sort,
      start,
      size,
    }
    context.task.expectLong()
    const { total, chunks } = await context.reader.scan(query, context.task)
    const modified = await modifiedByPath(eachOf(chunks, context.task))
    const pages = [...modified].map(([path, time]) => ({
      url: urlOf(context.base, path),
      modified: formatInstant(time),
    }))
    return { answer: { total, pages } }
  },
}

/**
 * Maps the paths of pages to their modification times. If a container is listed, its default page is not listed
 * separately.
 */
async function modifiedByPath(hits: AsyncIterable<SearchHit>): Promise<ReadonlyMap<string, Instant>> {
  const modified = new Map<string, Instant>()
  const shownAt = new Map<string, string>()
  for await (const { path, columns } of hits) {
    const shown = (columns.is_default_page === true && shownAt.get(parentPath(path))) || path
    shownAt.set(path, shown)
    modified.set(shown, Math.max(modified.get(shown) ?? 0, Number(columns.modified ?? 0)))
  }
  return modified
}
