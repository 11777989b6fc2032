import { createLruCache, type LruCache } from '../../memoize/calls/lruCache.js'
import type { Member } from '../../security/caller.js'
import type { Platform } from '../run/environment.js'
import type { SiteState } from '../run/siteState.js'

/** The member of a proven login, in one state of users and groups. */
export interface CachedLogin extends Pick<SiteState, 'people'> {
  readonly member: Member
}

/** Maximum number of cached logins of each kind in a process; each takes some hundred bytes. */
const maxLogins = 10_000

/** Each entry counts as one byte, so the limit is a number of logins. */
export const loginCache = <T extends CachedLogin>({ now }: Pick<Platform, 'now'>): LruCache<T> =>
  createLruCache<T>({ entries: maxLogins, bytes: maxLogins }, now)
