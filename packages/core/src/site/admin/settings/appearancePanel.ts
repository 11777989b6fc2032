import type { SiteAppearance } from '../../../answers/site.js'
import { presentImage } from '../../../content/node/images.js'
import type { ContentNode, FieldValues } from '../../../content/node/node.js'
import { type FieldProblem, message } from '../../../foundation/messages.js'
import { permission } from '../../../security/permissions.js'
import type { ControlPanel, Setting } from './controlPanel.js'
import { imageProblems, imageSetting, storedImage } from './siteImage.js'

const linkNames = ['imprint_url', 'privacy_url', 'contact_url'] as const

const link = (name: (typeof linkNames)[number], title: string, description: string): Setting => ({
  field: { kind: 'line', name, title, description },
})

/** The settings for the appearance of the HTML pages (docs/site-settings.md, Appearance). */
export const appearancePanel: ControlPanel = {
  name: 'appearance',
  title: 'Appearance',
  group: 'General',
  permission: permission.setUpSite,
  settings: [
    {
      field: {
        kind: 'color',
        name: 'accent_color',
        title: 'Accent color',
        description:
          'The color of buttons and links, such as #0b5f6b. Pages adjust it where text would be hard to read.',
      },
    },
    imageSetting({
      name: 'favicon',
      title: 'Icon of the site',
      description: 'A square image of at most 512 KB, which browsers show in tabs and bookmarks.',
    }),
    imageSetting({
      name: 'cover_image',
      title: 'Cover image',
      description: 'An image of at most 512 KB for the front page and for links in social networks.',
    }),
    link(
      'imprint_url',
      'Imprint',
      'A path of this site, such as /imprint, or a URL. The footer of every page links to it.',
    ),
    link('privacy_url', 'Privacy policy', 'A path of this site or a URL. The footer of every page links to it.'),
    link('contact_url', 'Contact', 'A path of this site, a URL, or an address such as mailto:team@example.org.'),
  ],
  problems: values => [...imageProblems(values, ['favicon', 'cover_image']), ...linkProblems(values)],
}

const textIn = (values: FieldValues, name: string): string => {
  const value = values[name]
  return typeof value === 'string' ? value : ''
}

const linkForm = /^(?:\/(?!\/)|https?:\/\/|mailto:)\S+$/i

const linkProblems = (values: FieldValues): readonly FieldProblem[] =>
  linkNames
    .filter(name => textIn(values, name) !== '' && !linkForm.test(textIn(values, name)))
    .map(field => ({ field, message: message('field.site-link') }))

export const siteImages = { logo: 'site_logo', favicon: 'favicon', cover: 'cover_image' } as const

export function appearanceOf(root: ContentNode, base: string): SiteAppearance {
  const text = (name: string) => textIn(root.fields, name) || null
  const image = (name: keyof typeof siteImages) => {
    const stored = storedImage(root, siteImages[name])
    return stored && presentImage(stored, `${base}/@@site-logo/${name}`)
  }
  return {
    accent_color: text('accent_color'),
    favicon: image('favicon')?.download ?? null,
    cover_image: image('cover'),
    imprint_url: text('imprint_url'),
    privacy_url: text('privacy_url'),
    contact_url: text('contact_url'),
  }
}
