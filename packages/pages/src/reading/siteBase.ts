import { createContext } from 'preact'

/** The base URL of the site. Without a base URL, no image with an absolute URL is loaded. */
export const SiteBase = createContext('')
