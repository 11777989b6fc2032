import { createContext } from 'preact'

/** The base URL of the site. With an empty base URL, images with absolute URLs are not loaded. */
export const SiteBase = createContext('')
