import assert from 'node:assert/strict'
import type { Address, SharedStore, StoreRead } from '@plenum/memoize'
import { type Cases, type Runner, runCases } from './runner.js'
import { at, bytes, hour, isHit, type OpenedSharedStore, put, tokenOf } from './sharedStore/openedStore.js'
import { optionalCases } from './sharedStore/optionalCases.js'

const hit = (payload: Uint8Array, token: string): StoreRead => ({ kind: 'hit', payload, token })

/** Reads a value and converts the payload to a plain Uint8Array, so that it can be compared. */
async function read(store: SharedStore, address: Address): Promise<StoreRead> {
  const result = await store.get(address)
  return result.kind === 'hit' ? { ...result, payload: Uint8Array.from(result.payload) } : result
}

const cases: Cases<OpenedSharedStore> = {
  'a missing value returns the token of its function, which does not change': async ({ store, other }) => {
    const token = await tokenOf(store, at('f'))
    assert.notEqual(token, '')
    assert.deepEqual(await store.get(at('f', 'd2')), { kind: 'miss', token })
    assert.deepEqual(await other.get(at('f')), { kind: 'miss', token })
  },

  'concurrent first reads of a function get one token': async ({ store, other }) => {
    const requests = Array.from({ length: 40 }, (_, i) => tokenOf(i % 2 === 0 ? store : other, at('f', `d${i % 3}`)))
    assert.equal(new Set(await Promise.all(requests)).size, 1)
  },

  'bytes are returned unchanged to every instance': async ({ store, other }) => {
    const all = Uint8Array.from({ length: 256 }, (_, i) => i)
    for (const payload of [all, bytes(), bytes(0), bytes(13, 10)]) {
      const token = await put(store, at('f'), payload)
      assert.deepEqual(await read(store, at('f')), hit(payload, token))
      assert.deepEqual(await read(other, at('f')), hit(payload, token))
    }
  },

  'changing bytes that were written or read does not change the store': async ({ store }) => {
    const payload = bytes(1, 2)
    const token = await put(store, at('f'), payload)
    payload[0] = 9
    const first = await store.get(at('f'))
    assert.equal(first.kind, 'hit')
    if (first.kind === 'hit') first.payload[1] = 9
    assert.deepEqual(await read(store, at('f')), hit(bytes(1, 2), token))
  },

  'the last written value is returned, and each address has a separate value': async ({ store }) => {
    const token = await put(store, at('f'), bytes(1))
    await put(store, at('f'), bytes(2))
    await put(store, at('f', 'd2'), bytes(3))
    await put(store, at('g'), bytes(4))
    assert.deepEqual(await read(store, at('f')), hit(bytes(2), token))
    assert.deepEqual(await read(store, at('f', 'd2')), hit(bytes(3), token))
  },

  'an invalidated function has no values on any instance, and a new token': async ({ store, other }) => {
    const old = await put(store, at('f'))
    await put(store, at('f', 'd2'))
    assert.deepEqual(await store.invalidate('f'), { kind: 'removed', removed: 2 })
    for (const instance of [store, other]) assert.equal(await isHit(instance, at('f')), false)
    assert.notEqual(await tokenOf(other, at('f')), old)
    assert.deepEqual(await store.invalidate('f'), { kind: 'removed', removed: 0 })
  },

  'a value with a token from before an invalidation is never read (docs/caching.md, Invalidation tokens)':
    async opened => {
      for (const name of ['f', null]) {
        const token = await put(opened.store, at('f'))
        await opened.other.invalidate(name)
        await opened.store.set(at('f'), { payload: bytes(9), token, lifetime: hour })
        for (const instance of [opened.store, opened.other]) assert.equal(await isHit(instance, at('f')), false)
        assert.notEqual(await tokenOf(opened.store, at('f')), token)
      }
    },

  'a stale value is replaced': async ({ store }) => {
    const old = await put(store, at('f'))
    await store.invalidate('f')
    await store.set(at('f'), { payload: bytes(9), token: old, lifetime: hour })
    const token = await put(store, at('f'), bytes(2))
    assert.deepEqual(await read(store, at('f')), hit(bytes(2), token))
  },

  'tokens are never repeated': async ({ store }) => {
    const tokens = new Set<string>()
    for (let i = 0; i < 20; i++) {
      tokens.add(await tokenOf(store, at('f')))
      await store.invalidate(i % 2 === 0 ? 'f' : null)
    }
    assert.equal(tokens.size, 20)
  },

  'invalidating a function does not affect functions with similar names (docs/caching.md, Invalidation tokens)':
    async ({ store }) => {
      const others = ['a.bc', 'a', 'a.b.c', 'a.b/c', 'axb', 'A.B', 'a.b$', '__proto__', 'constructor', 'toString']
      for (const name of [...others, 'a.b']) await put(store, at(name))
      assert.deepEqual(await store.invalidate('a.b'), { kind: 'removed', removed: 1 })
      for (const name of others) assert.equal(await isHit(store, at(name)), true, name)
      assert.deepEqual(await store.invalidate('__proto__'), { kind: 'removed', removed: 1 })
      assert.deepEqual(await store.invalidate('unknown'), { kind: 'removed', removed: 0 })
    },

  'invalidating everything removes all values and counts only values (docs/caching.md, Invalidation tokens)': async ({
    store,
    other,
  }) => {
    for (const name of ['f', 'g', 'h']) for (const digest of ['d1', 'd2']) await put(store, at(name, digest))
    await tokenOf(store, at('without-values'))
    assert.deepEqual(await other.invalidate(null), { kind: 'removed', removed: 6 })
    for (const name of ['f', 'g', 'h']) assert.equal(await isHit(store, at(name)), false)
    assert.deepEqual(await other.invalidate(null), { kind: 'removed', removed: 0 })
  },

  'invalidating a function removes many values': async ({ store }) => {
    const token = await tokenOf(store, at('f'))
    const digests = Array.from({ length: 2500 }, (_, i) => `d${i}`)
    const value = { payload: bytes(1), token, lifetime: hour }
    await Promise.all(digests.map(digest => store.set(at('f', digest), value)))
    await put(store, at('g'))
    assert.deepEqual(await store.invalidate('f'), { kind: 'removed', removed: 2500 })
    assert.equal(await isHit(store, at('g')), true)
  },

  'a value expires after its TTL (docs/caching.md, TTL and jitter)': async ({ store, elapse }) => {
    const token = await tokenOf(store, at('f'))
    await store.set(at('f', 'short'), { payload: bytes(1), token, lifetime: 400 })
    await store.set(at('f', 'long'), { payload: bytes(1), token, lifetime: 60_000 })
    await store.set(at('f', 'replaced'), { payload: bytes(1), token, lifetime: 400 })
    await store.set(at('f', 'replaced'), { payload: bytes(2), token, lifetime: 60_000 })
    assert.equal(await isHit(store, at('f', 'short')), true)
    await elapse(450)
    assert.deepEqual(await store.get(at('f', 'short')), { kind: 'miss', token })
    assert.equal(await isHit(store, at('f', 'long')), true)
    assert.equal(await isHit(store, at('f', 'replaced')), true)
    assert.deepEqual(await store.invalidate('f'), { kind: 'removed', removed: 2 })
  },

  'a value of the maximal size is accepted, and a larger one is not (docs/caching.md, Counters)': async ({
    store,
    largest,
  }) => {
    const token = await put(store, at('f'), new Uint8Array(largest).fill(7))
    assert.equal(await isHit(store, at('f')), true)
    const value = { payload: new Uint8Array(largest + 1), token, lifetime: hour }
    const outcome = await store.set(at('f', 'd2'), value)
    assert.equal(outcome.kind, 'too-large')
    if (outcome.kind === 'too-large') assert.ok(outcome.size > largest)
    assert.equal((await store.get(at('f', 'd2'))).kind, 'miss')
    assert.deepEqual(await store.invalidate('f'), { kind: 'removed', removed: 1 })
  },

  ...optionalCases,

  'the server has a name, and a latency in milliseconds': async ({ store }) => {
    const description = await store.describe()
    assert.equal(description.kind, 'answered')
    if (description.kind !== 'answered') return
    assert.ok(description.clock === undefined || Math.abs(description.clock - Date.now()) < 60_000)
    assert.notEqual(description.product, '')
    assert.ok(description.version === null || description.version !== '')
    assert.ok(description.latency >= 0 && description.latency < 10_000)
  },
}

/** Defines the tests for a SharedStore. `open` must return an empty store, which the suite closes. */
export function sharedStoreSuite(runner: Runner, name: string, open: () => Promise<OpenedSharedStore>): void {
  runner.describe(name, () =>
    runCases(runner, cases, async () => {
      const subject = await open()
      return { subject, close: subject.close }
    }),
  )
}
