import type { ContentNode, StoredFile } from '../../../content/node/node.js'
import { permission } from '../../../security/permissions.js'
import type { ControlPanel } from './controlPanel.js'
import { imageProblems, imageSetting, storedImage } from './siteImage.js'

/** The default `robots.txt`. Clients replace `{portal_url}` with their own URL. */
const defaultRobots = `Sitemap: {portal_url}/sitemap-index.xml

User-agent: *
Disallow: /login
Disallow: /search
`

/**
 * Returns the title in the site settings or, if it is not set, the title of the site root (docs/site-settings.md, Site,
 * rule 1).
 */
export const siteTitleOf = (root: ContentNode): string => ownTitleOf(root) || String(root.fields.title ?? '')

export function ownTitleOf({ fields }: ContentNode): string {
  const own = fields[names.title]
  return typeof own === 'string' ? own : ''
}

export const robotsOf = ({ fields }: ContentNode): string => String(fields[names.robots] ?? defaultRobots)

export const logoOf = (root: ContentNode): StoredFile | null => storedImage(root, names.logo)

const names = { title: 'site_title', logo: 'site_logo', robots: 'robots_txt' } as const

export const sitePanel: ControlPanel = {
  name: 'site',
  title: 'Site',
  group: 'General',
  permission: permission.setUpSite,
  settings: [
    {
      field: {
        kind: 'line',
        name: names.title,
        title: 'Site title',
        description: 'Stands in the title of each page of the site.',
        required: true,
      },
      valueIn: siteTitleOf,
    },
    imageSetting({
      name: names.logo,
      title: 'Site logo',
      description: 'An image of at most 512 KB; without one the logo of the front end is shown.',
    }),
    {
      field: {
        kind: 'text',
        name: names.robots,
        title: 'robots.txt',
        description: 'Instructions for the crawlers of search engines.',
        default: defaultRobots,
      },
    },
  ],
  problems: values => imageProblems(values, [names.logo]),
}
