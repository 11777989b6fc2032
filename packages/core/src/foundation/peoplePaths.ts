/** Returns the path, below the site root, of the page of a user. */
export const userPagePath = (id: string): string => `/@@users/${encodeURIComponent(id)}`

/** Returns the path, below the site root, of the page of a group. */
export const groupPagePath = (id: string): string => `/@@groups/${encodeURIComponent(id)}`
