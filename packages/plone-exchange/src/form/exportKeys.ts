/** The UID of the site root in an export. */
export const rootUid = 'plone_site_root'

export const languageOfSite = '##DEFAULT##'

/** The relation attribute that marks relations from links in blocks and rich text. */
export const linkAttribute = 'isReferencing'
