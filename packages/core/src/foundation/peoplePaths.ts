/** Returns the path of a user's page, relative to the site root. */
export const userPagePath = (id: string): string => `/@@users/${encodeURIComponent(id)}`

/** Returns the path of a group's page, relative to the site root. */
export const groupPagePath = (id: string): string => `/@@groups/${encodeURIComponent(id)}`
