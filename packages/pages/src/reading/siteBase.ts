import { createContext } from 'preact'

/** Base URL of the site. Without it, no absolute image URL is loaded. */
export const SiteBase = createContext('')
