/**
 * The dates with which Plone represents "never published" and "never expires" (docs/content-and-access.md, Summaries).
 */
export const never = Date.UTC(1969, 11, 31)
export const forever = Date.UTC(2499, 11, 31)
