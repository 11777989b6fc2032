import { createContext } from 'preact'

/** The base URL of the site. If the base URL is empty, images with absolute URLs are not loaded. */
export const SiteBase = createContext('')
