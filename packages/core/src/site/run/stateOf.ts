import type { Platform } from './environment.js'
import type { SiteState } from './siteState.js'

/** The current state of the stores. Includes all writes that any process acknowledged before the call. */
export async function stateOf({ store, users }: Pick<Platform, 'store' | 'users'>): Promise<SiteState> {
  const [content, people] = await Promise.all([store.state(), users.state()])
  return { ...content, people }
}
