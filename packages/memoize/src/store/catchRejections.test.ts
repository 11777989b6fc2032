import { faultySharedStore, manualTime } from '@plenum/testkit'
import { catchRejections } from './catchRejections.js'
import { memorySharedStore } from './memorySharedStore.js'
import type { SharedStore } from './sharedStore.js'

function open() {
  const time = manualTime()
  const faulty = faultySharedStore(memorySharedStore({ clock: time.clock, maxSize: 100 }), { time, timeout: 250 })
  return { time, faulty, store: catchRejections(faulty.store, time.clock) }
}

const address = { name: 'f', digest: 'd' }
const value = { payload: Uint8Array.of(1), token: '1', lifetime: 1000 }

const callAll = (store: SharedStore) =>
  Promise.all([store.get(address), store.set(address, value), store.invalidate('f'), store.describe()])

describe('a store with caught rejections', () => {
  it('returns the answers of the inner store', async () => {
    const { store } = open()
    expect(await store.get(address)).toEqual({ kind: 'miss', token: '1' })
    expect(await store.set(address, value)).toEqual({ kind: 'stored' })
    expect(await store.get(address)).toEqual({ kind: 'hit', payload: value.payload, token: '1' })
    expect(await store.invalidate('f')).toEqual({ kind: 'removed', removed: 1 })
    expect(await store.describe()).toEqual({ kind: 'answered', product: 'memory', version: null, latency: 0 })
  })

  it('returns the failures that the inner store reports', async () => {
    const { store, faulty } = open()
    faulty.fault = 'down'
    for (const outcome of await callAll(store))
      expect(outcome).toMatchObject({ kind: 'unavailable', reason: faulty.reason })
  })

  it('is unavailable if the inner store rejects or throws, and hides the error text', async () => {
    const { faulty, time } = open()
    Object.assign(faulty, { fault: 'rejecting', reason: 'AUTH swordfish' })
    const boom = () => {
      throw new Error('AUTH swordfish')
    }
    const throwing = { ...faulty.store, get: boom, set: boom, invalidate: boom, describe: boom }
    for (const broken of [faulty.store, throwing])
      for (const outcome of await callAll(catchRejections(broken, time.clock)))
        expect(outcome).toMatchObject({
          kind: 'unavailable',
          reason: 'the store rejected a request, which no store may',
        })
  })
})
