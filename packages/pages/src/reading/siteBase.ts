import { createContext } from 'preact'

/** The base URL of the site. Without it, no image with an absolute URL is loaded. */
export const SiteBase = createContext('')
