import type { ContentNode, StoredFile } from '../../../content/node/node.js'
import { readWholeFile } from '../../../content/store/filePieces.js'
import { base64Of, base64OfText, textInBase64 } from '../../../foundation/base64.js'
import type { JsonValue } from '../../../foundation/json.js'
import { type FieldProblem, message } from '../../../foundation/messages.js'
import { permission } from '../../../security/permissions.js'
import type { RequestContext } from '../../run/requestContext.js'
import type { ControlPanel } from './controlPanel.js'

/** In bytes. The limit exists because the payload of the panel includes the logo. */
const maxLogo = 512 * 1024

/** The default robots.txt. Clients replace `{portal_url}` with their own URL. */
const defaultRobots = `Sitemap: {portal_url}/sitemap-index.xml

User-agent: *
Disallow: /login
Disallow: /search
`

/** The title from the panel, or else the title of the site root (docs/site-settings.md, Site, rule 1). */
export const siteTitleOf = (root: ContentNode): string => ownTitleOf(root) || String(root.fields.title ?? '')

/** Empty if the panel contains no title. */
export function ownTitleOf({ fields }: ContentNode): string {
  const own = fields[names.title]
  return typeof own === 'string' ? own : ''
}

export const robotsOf = ({ fields }: ContentNode): string => String(fields[names.robots] ?? defaultRobots)

export const logoOf = ({ fields }: ContentNode): StoredFile | null =>
  (fields[names.logo] as StoredFile | null | undefined) ?? null

const names = { title: 'site_title', logo: 'site_logo', robots: 'robots_txt' } as const

/** The title, the logo and robots.txt. */
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
    {
      field: {
        kind: 'image',
        name: names.logo,
        title: 'Site logo',
        description: 'An image of at most 512 KB; without one the logo of the front end is shown.',
      },
      present: presentLogo,
      parse: logoIn,
    },
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
  problems: ({ [names.logo]: logo }) => logoProblems(logo as StoredFile | null | undefined),
}

function logoProblems(logo: StoredFile | null | undefined): readonly FieldProblem[] {
  if (!logo || logo.size <= maxLogo) return []
  return [{ field: names.logo, message: message('field.file-too-large', { limit: maxLogo }) }]
}

// Client forms represent an image setting as a string that contains the name and the base64-encoded bytes of the image.

/** Null if there is no image. */
async function presentLogo({ reader }: Pick<RequestContext, 'reader'>, value: JsonValue): Promise<JsonValue> {
  const logo = value as StoredFile | null
  const bytes = logo && (await readWholeFile(number => reader.filePiece(logo.digest, number), logo.size))
  return logo && bytes ? `filenameb64:${base64OfText(logo.filename)};datab64:${base64Of(bytes)}` : null
}

const form = /^filenameb64:([A-Za-z0-9+/=]*);datab64:([^;]*)$/

/** Converts the string to a file value. An empty string removes the image. Other values are returned unchanged. */
function logoIn(value: JsonValue): JsonValue {
  if (value === '') return null
  const [, name, data] = (typeof value === 'string' && form.exec(value)) || []
  if (name === undefined || data === undefined) return value
  return { filename: textInBase64(name) ?? '', data, encoding: 'base64' }
}
