import { createContext } from 'preact'

/** URL of the site root. Without it nothing with a host is loaded. */
export const SiteBase = createContext('')
