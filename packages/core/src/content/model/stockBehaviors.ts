import { message } from '../../foundation/messages.js'
import { type Field, fieldsets, type Invariant } from '../fields/field.js'
import { type Behavior, versioning } from './model.js'

const title: Field = { kind: 'line', name: 'title', title: 'Title', required: true, default: '', searchable: true }

/** The limits for tags (docs/content-and-access.md, Limits of fields). */
export const subjectLimits = { maxEntries: 1000, maxLength: 200 }

/** Creates an invariant that the end must not be before the start. Equal values and missing values are allowed. */
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

/** The field for tags. Forms suggest tags that are already in use. */
export const subjects: Field = {
  kind: 'list',
  name: 'subjects',
  title: 'Tags',
  description: 'Keywords with which searches find this content.',
  default: [],
  searchable: true,
  suggestions: 'plone.app.vocabularies.Keywords',
  ...subjectLimits,
}

const categorization: Behavior = {
  name: 'plone.categorization',
  fieldset: fieldsets.categorization,
  fields: [
    subjects,
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
  fieldset: fieldsets.dates,
  fields: [
    {
      kind: 'instant',
      name: 'effective',
      title: 'Publishing date',
      description: 'Listings contain this content from this date on. Publishing fills in an empty date.',
    },
    {
      kind: 'instant',
      name: 'expires',
      title: 'Expiration date',
      description: 'Listings omit this content from this date on.',
    },
  ],
  invariants: [endsAfterStart('effective', 'expires', 'dates.expires-before-effective')],
}

const people = { kind: 'list', default: [], suggestions: 'plone.app.vocabularies.Users' } as const

const ownership: Behavior = {
  name: 'plone.ownership',
  fieldset: fieldsets.ownership,
  fields: [
    { ...people, name: 'creators', title: 'Creators' },
    { ...people, name: 'contributors', title: 'Contributors' },
    { kind: 'text', name: 'rights', title: 'Rights', default: '' },
  ],
}

const previewImage: Behavior = {
  name: 'volto.preview_image_link',
  fieldset: fieldsets.previewImage,
  fields: [
    { kind: 'relation', name: 'preview_image_link', title: 'Preview image', types: ['Image'] },
    { kind: 'line', name: 'preview_caption_link', title: 'Preview image caption', emptyIsNull: true },
  ],
}

const single = (name: string, ...fields: readonly Field[]): Behavior => ({ name, fields })

/**
 * The behaviors of the stock types. Their field names match the names in Volto sites (docs/content-and-access.md, Types
 * and behaviors).
 */
export const stockBehaviors: readonly Behavior[] = [
  basic,
  categorization,
  publication,
  ownership,
  previewImage,
  single('plone.relateditems', {
    kind: 'relations',
    name: 'relatedItems',
    title: 'Related items',
    default: [],
    fieldset: fieldsets.categorization,
  }),
  single('plone.excludefromnavigation', {
    kind: 'boolean',
    name: 'exclude_from_nav',
    title: 'Exclude from navigation',
    description: 'Menus omit this content.',
    default: false,
    fieldset: fieldsets.settings,
  }),
  single(versioning, {
    kind: 'boolean',
    name: 'versioning_enabled',
    title: 'Versioning enabled',
    description: 'Each change creates a version.',
    default: true,
    fieldset: fieldsets.settings,
  }),
  single('volto.navtitle', {
    kind: 'line',
    name: 'nav_title',
    title: 'Navigation title',
    description: 'Menus show this title instead of the normal title.',
    emptyIsNull: true,
    fieldset: fieldsets.settings,
  }),
  single('plone.tableofcontents', {
    kind: 'boolean',
    name: 'table_of_contents',
    title: 'Table of contents',
    fieldset: fieldsets.settings,
  }),
  {
    name: 'volto.blocks',
    fieldset: fieldsets.layout,
    fields: [
      { kind: 'json', name: 'blocks', title: 'Blocks', default: {}, searchable: true },
      { kind: 'json', name: 'blocks_layout', title: 'Blocks layout', default: { items: [] } },
    ],
  },
  single(
    'plone.leadimage',
    { kind: 'image', name: 'image', title: 'Lead image' },
    { kind: 'line', name: 'image_caption', title: 'Lead image caption', emptyIsNull: true },
  ),
  single('plone.richtext', { kind: 'richText', name: 'text', title: 'Text', searchable: true }),
  // Navigation menus begin at objects with this behavior.
  single('plone.navigationroot'),
  single('plone.language_of_site', {
    kind: 'choice',
    name: 'language',
    title: 'Language',
    vocabulary: 'plone.app.vocabularies.SupportedContentLanguages',
    default: 'en',
    fieldset: fieldsets.categorization,
  }),
  single('plenum.type_behaviors', { kind: 'json', name: 'type_behaviors', title: 'Behaviors of types', hidden: true }),
  single('plenum.type_workflows', { kind: 'json', name: 'type_workflows', title: 'Workflows of types', hidden: true }),
  single('plenum.token_keys', { kind: 'json', name: 'token_keys', title: 'Keys of tokens', hidden: true }),
  single('plenum.site_secret', { kind: 'line', name: 'site_secret', title: 'Secret', hidden: true }),
  single('plenum.recurring_from', {
    kind: 'integer',
    name: 'recurring_from',
    title: 'Recurring events indexed from',
    hidden: true,
  }),
  single('plenum.catalog_form', { kind: 'integer', name: 'catalog_form', title: 'Form of the catalog', hidden: true }),
  single('plenum.transitions_paused', {
    kind: 'boolean',
    name: 'transitions_paused',
    title: 'Timed transitions paused',
    hidden: true,
  }),
  single('plenum.mails_paused', { kind: 'boolean', name: 'mails_paused', title: 'Emails paused', hidden: true }),
  single('plenum.examples', { kind: 'json', name: 'examples', title: 'Examples', hidden: true }),
]

/** The names of the Dublin Core behaviors, which most types use. */
export const dublinCore = ['plone.basic', 'plone.categorization', 'plone.publication', 'plone.ownership'] as const
