import type { StoreState } from '../../content/store/contentStore.js'

/** Stamps that identify a state of a site within one process: content, votes, and users with groups. */
export interface SiteState extends StoreState {
  readonly people: string
}
