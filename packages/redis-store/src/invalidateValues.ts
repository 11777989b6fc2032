import { type Address, maxComputation, type StoreInvalidation } from '@plenum/memoize'
import { isReply } from './connection/faults.js'
import { removeKeys } from './removeKeys.js'
import type { Store } from './store.js'
import { newToken } from './tokens.js'

/** The number of milliseconds after which an invalidation scans no further pages. */
const maxPaging = 9000

/**
 * Invalidates values. The token is deleted first: without the token, all earlier values are stale, regardless of how
 * long their deletion takes (docs/caching.md, Invalidation tokens). The token is deleted instead of replaced, because a
 * full server accepts no new value. The next read creates a new token.
 */
export async function invalidateFunction(
  { nodes, keys, within }: Store,
  name: string | null,
): Promise<StoreInvalidation> {
  const end = performance.now() + maxPaging
  await within(nodes.send(keys.token(name), ['UNLINK', keys.token(name)]))
  const removed = await removeKeys({ nodes, keys, within, hasTime: () => performance.now() < end }, name)
  return { kind: 'removed', removed }
}

/**
 * Invalidates the value of one call. The new token must outlive all values with the earlier token, including values that
 * are still being computed. A full server accepts no new token. In this case, the whole function is invalidated.
 */
export async function invalidateCall(store: Store, address: Address, lifetime: number): Promise<StoreInvalidation> {
  const { nodes, keys, within } = store
  const [tokenKey, key] = [keys.callToken(address), keys.value(address)]
  const retained = Math.ceil(lifetime + maxComputation)
  const isRenewed = await within(nodes.send(tokenKey, ['SET', tokenKey, newToken(), 'PX', String(retained)])).then(
    () => true,
    error => (isReply(error, 'OOM') ? false : Promise.reject(error)),
  )
  if (!isRenewed) return invalidateFunction(store, address.name)
  return { kind: 'removed', removed: Number(await within(nodes.send(key, ['UNLINK', key]))) }
}

/** Deletes the token of a tag. The next read creates a new token. */
export async function invalidateTag({ nodes, keys, within }: Store, tag: string): Promise<StoreInvalidation> {
  const key = keys.tagToken(tag)
  await within(nodes.send(key, ['UNLINK', key]))
  return { kind: 'removed', removed: 0 }
}
