/** The UID of the site root in an export. */
export const rootUid = 'plone_site_root'

/** The exported language of an object that has no language or has the language of the site. */
export const languageOfSite = '##DEFAULT##'

/** The relation attribute that marks relations from links in blocks and rich text. */
export const linkAttribute = 'isReferencing'
