/** What stands for the UID of the site root everywhere in an export. */
export const rootUid = 'plone_site_root'

/** The language of an object that has none, or that of the site. */
export const languageOfSite = '##DEFAULT##'

/** The attribute of relations that follow from links in blocks and texts. */
export const linkAttribute = 'isReferencing'

/** Keys of an object that Plone computes when it exports it: they are no fields, and mean nothing to an import. */
export const computedKeys: ReadonlySet<string> = new Set([
  '@components',
  'days',
  'is_folderish',
  'items',
  'items_total',
  'lock',
  'next_item',
  'parent',
  'previous_item',
  'type_title',
])
