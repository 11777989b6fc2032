/** The UID of the site root in exports. */
export const rootUid = 'plone_site_root'

export const languageOfSite = '##DEFAULT##'

export const linkAttribute = 'isReferencing'
