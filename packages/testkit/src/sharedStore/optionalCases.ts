import assert from 'node:assert/strict'
import type { Cases } from '../runner.js'
import { at, bytes, hour, isHit, type OpenedSharedStore, put, tokenOf } from './openedStore.js'

/** The tests for the methods that a store need not implement. */
export const optionalCases: Cases<OpenedSharedStore> = {
  'a hit has its remaining lifetime, if it is requested': async ({ store, elapse }) => {
    const token = await tokenOf(store, at('f'))
    await store.set(at('f'), { payload: bytes(1), token, lifetime: 60_000 })
    await elapse(100)
    const result = await store.get(at('f'), { withLifetime: true })
    assert.equal(result.kind, 'hit')
    // Lifetimes are only checked if the store reports them.
    if (result.kind !== 'hit' || result.lifetime === undefined) return
    assert.ok(result.lifetime > 0 && result.lifetime <= 59_950, String(result.lifetime))
  },

  'an invalidated call has no value on any instance, and other calls keep theirs (docs/caching.md, Calls and tags)':
    async ({ store, other }) => {
      if (!store.invalidateCall) return
      const old = await put(store, at('f'))
      await put(store, at('f', 'd2'))
      assert.deepEqual(await store.invalidateCall(at('f'), hour), { kind: 'removed', removed: 1 })
      for (const instance of [store, other]) {
        assert.equal(await isHit(instance, at('f')), false)
        assert.equal(await isHit(instance, at('f', 'd2')), true)
      }
      await other.set(at('f'), { payload: bytes(9), token: old, lifetime: hour })
      assert.equal(await isHit(store, at('f')), false)
      await put(other, at('f'), bytes(2))
      assert.equal(await isHit(store, at('f')), true)
      await store.invalidate('f')
      assert.equal(await isHit(other, at('f')), false)
    },

  'values with an invalidated tag are stale, also if they are written later (docs/caching.md, Calls and tags)': async ({
    store,
    other,
  }) => {
    if (!store.invalidateTag) return
    const one = { ...at('f'), tags: ['a', 'b'] }
    const two = { ...at('g'), tags: ['b:c'] }
    const old = await put(store, one)
    await put(other, two)
    assert.deepEqual(await other.invalidateTag?.('b'), { kind: 'removed', removed: 0 })
    assert.deepEqual([await isHit(store, one), await isHit(store, two)], [false, true])
    await store.set(one, { payload: bytes(9), token: old, lifetime: hour })
    assert.equal(await isHit(other, one), false)
    await put(store, one, bytes(2))
    assert.equal(await isHit(other, one), true)
    assert.deepEqual(await store.invalidate(null), { kind: 'removed', removed: 2 })
    assert.deepEqual([await isHit(store, one), await isHit(store, two)], [false, false])
  },

  'one instance at a time has a lease, until it ends or expires (docs/caching.md, One computation among processes)':
    async ({ store, other, elapse }) => {
      if (!store.lease) return
      const token = await tokenOf(store, at('f'))
      assert.deepEqual(await store.lease(at('f'), token, 400), { kind: 'acquired' })
      assert.deepEqual(await other.lease?.(at('f'), token, 400), { kind: 'held' })
      assert.deepEqual(await other.lease?.(at('f', 'd2'), token, 400), { kind: 'acquired' })
      await store.release?.(at('f'), token)
      assert.deepEqual(await other.lease?.(at('f'), token, 400), { kind: 'acquired' })
      await elapse(450)
      assert.deepEqual(await store.lease(at('f'), token, 400), { kind: 'acquired' })
      assert.deepEqual(await other.lease?.(at('f'), await tokenOf(other, at('g')), 400), { kind: 'acquired' })
      assert.deepEqual(await store.invalidate(null), { kind: 'removed', removed: 0 })
    },
}
