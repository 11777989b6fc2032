import { createLruCache, type LruCache } from '../../memoize/calls/lruCache.js'
import type { Member } from '../../security/caller.js'
import type { World } from '../run/environment.js'
import type { SiteState } from '../run/siteState.js'

/** Somebody whom a login proved, as they were in one state of users and groups. */
export interface Recalled extends Pick<SiteState, 'people'> {
  readonly member: Member
}

/** Logins that one process remembers, of each kind; each takes some hundred bytes. */
const most = 10_000

/** What is set counts as one byte. */
export const recalledLogins = <T extends Recalled>({ now }: Pick<World, 'now'>): LruCache<T> =>
  createLruCache<T>({ entries: most, bytes: most }, now)
