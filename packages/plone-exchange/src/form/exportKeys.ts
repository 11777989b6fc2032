/** The UID of the site root in exports. */
export const rootUid = 'plone_site_root'

export const languageOfSite = '##DEFAULT##'

/** The relation attribute for links in blocks and rich text. */
export const linkAttribute = 'isReferencing'
