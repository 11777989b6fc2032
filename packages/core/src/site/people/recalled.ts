import { createLruCache, type LruCache } from '../../memoize/calls/lruCache.js'
import type { Member } from '../../security/caller.js'
import type { World } from '../run/environment.js'
import type { SiteState } from '../run/siteState.js'

/** The member of a proven login, in one state of users and groups. */
export interface Recalled extends Pick<SiteState, 'people'> {
  readonly member: Member
}

/** Maximum number of cached logins of each kind in a process; each takes some hundred bytes. */
const most = 10_000

/** Each entry counts as one byte, so the limit is a number of logins. */
export const recalledLogins = <T extends Recalled>({ now }: Pick<World, 'now'>): LruCache<T> =>
  createLruCache<T>({ entries: most, bytes: most }, now)
