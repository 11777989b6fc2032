/** The UID of the site root in an export. */
export const rootUid = 'plone_site_root'

/** The language of an object without one, or with the language of the site. */
export const languageOfSite = '##DEFAULT##'

/** The attribute of relations that result from links in blocks and texts. */
export const linkAttribute = 'isReferencing'

/** Keys that Plone computes at export. They are not fields, and an import ignores them. */
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
