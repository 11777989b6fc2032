import type { StoreState } from '../../content/store/contentStore.js'
import type { Platform } from './environment.js'

/** Stamps that identify a state of a site within one process: content, votes, and users with groups. */
export interface SiteState extends StoreState {
  readonly people: string
}

/** The current state of the stores. Includes all writes that any process acknowledged before the call. */
export async function stateOf({ store, users }: Pick<Platform, 'store' | 'users'>): Promise<SiteState> {
  const [content, people] = await Promise.all([store.state(), users.state()])
  return { ...content, people }
}
