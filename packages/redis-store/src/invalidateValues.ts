import { type Address, maxComputation, type StoreInvalidation } from '@plenum/memoize'
import { isReply } from './connection/faults.js'
import { removeKeys } from './removeKeys.js'
import type { Store } from './store.js'
import { newToken } from './tokens.js'

/** The time after which an invalidation scans no further pages, in milliseconds. */
const maxPaging = 9000

/**
 * Invalidates the values of a function, or of all functions if `name` is null. The token is deleted first. Without the
 * token, all earlier values are stale, even before they are deleted (docs/caching.md, Invalidation tokens). The token
 * is deleted instead of replaced, because a full server accepts no new values. The next read creates a new token.
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
 * Invalidates the value of a call. The new token must outlive all values with the previous token, including values that
 * are still being computed. If the server is full and rejects the new token, the function is invalidated instead.
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
