import type { StoreState } from '../../content/store/contentStore.js'
import type { World } from './environment.js'

/** Texts that tell one state of a site from all others that one process sees: content, votes, and users with groups. */
export interface SiteState extends StoreState {
  readonly people: string
}

/** What the stores hold now. Sees all that was answered before the call, by whichever process. */
export async function stateOf({ store, users }: Pick<World, 'store' | 'users'>): Promise<SiteState> {
  const [content, people] = await Promise.all([store.state(), users.state()])
  return { ...content, people }
}
