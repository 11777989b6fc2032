import { permission } from '../../security/permissions.js'
import { type Field, fieldsets } from '../fields/field.js'
import type { ContentType } from './model.js'
import { dublinCore, subjects } from './stockBehaviors.js'

const stock = { addableAnywhere: true, addPermission: permission.add, lockable: false } as const

const page = [
  ...dublinCore,
  'plone.relateditems',
  'plone.excludefromnavigation',
  'plone.versioning',
  'volto.navtitle',
  'volto.preview_image_link',
  'volto.blocks',
] as const

const pageType = { ...stock, isInMenus: true, contains: 'any', lockable: true } as const

const fileType = {
  ...stock,
  behaviors: [...dublinCore, 'plone.relateditems', 'plone.excludefromnavigation'],
  contains: null,
  workflows: [],
}

const fileFields = (field: Field): readonly Field[] => [
  // The title is empty by default. Clients display the file name if the title is empty.
  { kind: 'line', name: 'title', title: 'Title', default: '', searchable: true },
  field,
]

/**
 * The content types of a site without events. Pages are containers, so there is no Folder type
 * (docs/content-and-access.md, Types and behaviors).
 */
export const stockTypes: readonly ContentType[] = [
  {
    ...stock,
    id: 'Plone Site',
    title: 'Plone Site',
    behaviors: [
      'plone.basic',
      'plone.publication',
      'plone.ownership',
      'plone.relateditems',
      'plone.excludefromnavigation',
      'plone.tableofcontents',
      'plone.navigationroot',
      'plone.language_of_site',
      'plenum.site_settings',
      'plenum.site_secret',
      'plenum.catalog_form',
      'plenum.recurring_from',
      'plenum.transitions_paused',
      'plenum.mails_paused',
      'plenum.examples',
      'plenum.token_keys',
      'plenum.type_behaviors',
      'plenum.type_workflows',
      'collective.techevent.event_settings',
      'volto.blocks',
    ],
    fields: [{ ...subjects, searchable: false, fieldset: fieldsets.categorization }],
    contains: 'any',
    addableAnywhere: false,
    layout: 'document_view',
    lockable: true,
    workflows: [],
  },
  {
    ...pageType,
    id: 'Document',
    title: 'Page',
    behaviors: [...page, 'plone.tableofcontents'],
    layout: 'document_view',
  },
  {
    ...pageType,
    id: 'News Item',
    title: 'News Item',
    behaviors: [...page, 'plone.leadimage'],
    layout: 'newsitem_view',
  },
  {
    ...pageType,
    id: 'Event',
    title: 'Event',
    behaviors: [...page, 'plone.eventbasic'],
    layout: 'event_view',
  },
  {
    ...stock,
    id: 'Link',
    title: 'Link',
    isInMenus: true,
    behaviors: [...dublinCore, 'plone.excludefromnavigation', 'plone.versioning'],
    fields: [{ kind: 'line', name: 'remoteUrl', title: 'URL', required: true, default: '', isAddress: true }],
    contains: null,
    layout: 'link_redirect_view',
  },
  {
    ...fileType,
    id: 'File',
    title: 'File',
    fields: fileFields({ kind: 'file', name: 'file', title: 'File', required: true }),
    layout: 'file_view',
    namedByFile: 'file',
  },
  {
    ...fileType,
    id: 'Image',
    title: 'Image',
    fields: fileFields({ kind: 'image', name: 'image', title: 'Image', required: true }),
    layout: 'image_view',
    namedByFile: 'image',
  },
]
