import type { SitePayload } from '../../answers/site.js'
import { presentImage, scaleWidths } from '../../content/node/images.js'
import { zoneOf } from '../../event/eventSettings.js'
import { permission } from '../../security/stockPermissions.js'
import { availableLanguagesOf, defaultLanguageOf } from '../admin/settings/languagePanel.js'
import { logoOf, ownTitleOf, robotsOf, siteTitleOf } from '../admin/settings/sitePanel.js'
import type { Operation } from '../run/operation.js'
import { hasPermission, isSiteRoot } from '../run/requestContext.js'
import { decideImage, type FileAnswer, type ImageRequest } from './getFile.js'

/** `GET /@site`: public properties of the site (docs/site-settings.md, Site, rule 2). */
export const getSite: Operation<undefined, SitePayload> = {
  permission: null,
  exists: isSiteRoot,
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
      'plone.site_title': hasPermission(context, permission.view) ? siteTitleOf(node) : ownTitleOf(node),
    }
    return { answer }
  },
}

/** `GET /@@site-logo/{name}`: public, because every page shows the logo (docs/site-settings.md, Site, rule 3). */
export const getSiteLogo: Operation<ImageRequest, FileAnswer> = {
  permission: null,
  exists: isSiteRoot,
  run: (context, request) => decideImage(context, request, () => logoOf(context.node)),
}
