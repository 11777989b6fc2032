/** The path of the page of a user below the site root. */
export const userPagePath = (id: string): string => `/@@users/${encodeURIComponent(id)}`

/** The path of the page of a group below the site root. */
export const groupPagePath = (id: string): string => `/@@groups/${encodeURIComponent(id)}`
