import { message } from '../../foundation/messages.js'
import { permission } from '../../security/stockPermissions.js'
import type { Field, Invariant } from '../fields/field.js'
import type { Behavior } from './model.js'

const title: Field = { kind: 'line', name: 'title', title: 'Title', required: true, default: '', searchable: true }

/** The limits of tags (docs/content-and-access.md, Limits of fields). */
export const subjectLimits = { maxEntries: 1000, maxLength: 200 }

/** The end is not before the start. Both may be equal, and either may be missing. */
export const endsAfterStart = (
  start: string,
  end: string,
  problem: 'dates.end-before-start' | 'dates.expires-before-effective',
): Invariant => ({
  fields: [start, end],
  problem: values => {
    const [from, to] = [values[start], values[end]]
    return typeof from === 'number' && typeof to === 'number' && to < from ? message(problem) : null
  },
})

const basic: Behavior = {
  name: 'plone.basic',
  fields: [title, { kind: 'text', name: 'description', title: 'Summary', default: '', searchable: true }],
}

const categorization: Behavior = {
  name: 'plone.categorization',
  fields: [
    { kind: 'list', name: 'subjects', title: 'Tags', default: [], searchable: true, ...subjectLimits },
    {
      kind: 'choice',
      name: 'language',
      title: 'Language',
      vocabulary: 'plone.app.vocabularies.SupportedContentLanguages',
      default: '',
    },
  ],
}

export const publication: Behavior = {
  name: 'plone.publication',
  fields: [
    { kind: 'instant', name: 'effective', title: 'Publishing date' },
    { kind: 'instant', name: 'expires', title: 'Expiration date' },
  ],
  invariants: [endsAfterStart('effective', 'expires', 'dates.expires-before-effective')],
}

const ownership: Behavior = {
  name: 'plone.ownership',
  fields: [
    { kind: 'list', name: 'creators', title: 'Creators', default: [] },
    { kind: 'list', name: 'contributors', title: 'Contributors', default: [] },
    { kind: 'text', name: 'rights', title: 'Rights', default: '' },
  ],
}

const previewImage: Behavior = {
  name: 'volto.preview_image_link',
  fields: [
    { kind: 'relation', name: 'preview_image_link', title: 'Preview image', types: ['Image'] },
    { kind: 'line', name: 'preview_caption_link', title: 'Preview image caption' },
  ],
}

const single = (name: string, ...fields: readonly Field[]): Behavior => ({ name, fields })

/**
 * The behaviors of the stock types, with the field names of a Volto site (docs/content-and-access.md, Types and
 * behaviors).
 */
export const stockBehaviors: readonly Behavior[] = [
  basic,
  categorization,
  publication,
  ownership,
  previewImage,
  single('plone.relateditems', { kind: 'relations', name: 'relatedItems', title: 'Related items', default: [] }),
  single('plone.excludefromnavigation', {
    kind: 'boolean',
    name: 'exclude_from_nav',
    title: 'Exclude from navigation',
    default: false,
  }),
  single('plone.versioning', {
    kind: 'boolean',
    name: 'versioning_enabled',
    title: 'Versioning enabled',
    default: true,
  }),
  single('volto.navtitle', { kind: 'line', name: 'nav_title', title: 'Navigation title' }),
  single('plone.tableofcontents', { kind: 'boolean', name: 'table_of_contents', title: 'Table of contents' }),
  single(
    'volto.blocks',
    { kind: 'json', name: 'blocks', title: 'Blocks', default: {}, searchable: true },
    { kind: 'json', name: 'blocks_layout', title: 'Blocks layout', default: { items: [] } },
  ),
  single(
    'plone.leadimage',
    { kind: 'image', name: 'image', title: 'Lead image' },
    { kind: 'line', name: 'image_caption', title: 'Lead image caption' },
  ),
  single('plone.richtext', { kind: 'richText', name: 'text', title: 'Text', searchable: true }),
  single('plone.language_of_site', {
    kind: 'choice',
    name: 'language',
    title: 'Language',
    vocabulary: 'plone.app.vocabularies.SupportedContentLanguages',
    default: 'en',
  }),
  single('plenum.type_behaviors', { kind: 'json', name: 'type_behaviors', title: 'Behaviors of types', hidden: true }),
  single('plenum.type_workflows', { kind: 'json', name: 'type_workflows', title: 'Workflows of types', hidden: true }),
  single('plenum.site_secret', { kind: 'line', name: 'site_secret', title: 'Secret', hidden: true }),
  single(
    'plenum.language_settings',
    { kind: 'line', name: 'default_language', title: 'Language of the site', hidden: true },
    { kind: 'list', name: 'available_languages', title: 'Languages that a request may choose', hidden: true },
    { kind: 'boolean', name: 'use_request_negotiation', title: 'Requests choose a language', hidden: true },
  ),
  single('plenum.site_settings', {
    kind: 'boolean',
    name: 'support_multiple_events',
    title: 'Support multiple events',
    description: 'Every Tech Event is an event of its own; the site is none then.',
    default: false,
    hidden: true,
    writePermission: permission.manageSite,
  }),
]

/** The behaviors with the Dublin Core fields, which most types have. */
export const dublinCore = ['plone.basic', 'plone.categorization', 'plone.publication', 'plone.ownership'] as const
