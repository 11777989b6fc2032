import { faultySharedStore, manualTime, turn } from '@plenum/testkit'
import { memorySharedStore } from '../../memory/memorySharedStore.js'
import { boundedStore } from './boundedStore.js'
import { scrubberFor } from './scrub.js'

function open(timeout = 250) {
  const time = manualTime()
  const faulty = faultySharedStore(memorySharedStore({ clock: time.clock, maxSize: 100 }), { time, timeout: 60_000 })
  const scrub = scrubberFor('redis://u:swordfish@cache')
  return { time, faulty, store: boundedStore(faulty.store, { timeout, timer: time.timer, clock: time.clock, scrub }) }
}

const address = { name: 'f', digest: 'd' }
const value = { payload: Uint8Array.of(1), token: '1', lifetime: 1000 }

describe('a bounded store', () => {
  it('answers as the store behind it', async () => {
    const { store, time } = open()
    expect(await store.get(address)).toEqual({ kind: 'miss', token: '1' })
    expect(await store.set(address, value)).toEqual({ kind: 'stored' })
    expect(await store.get(address)).toEqual({ kind: 'hit', payload: value.payload, token: '1' })
    expect(await store.invalidate('f')).toEqual({ kind: 'removed', removed: 1 })
    expect(await store.describe()).toEqual({ kind: 'answered', product: 'memory', version: null, latency: 0 })
    expect(time.timers).toBe(0)
  })

  it.each([
    [250, [250, 250, 10_000, 1000]],
    [20_000, [20_000, 20_000, 20_000, 20_000]],
  ])('with a timeout of %d ms ends each request in time, whatever the store does', async (timeout, deadlines) => {
    const { store, faulty, time } = open(timeout)
    faulty.fault = 'hung'
    const start = time.clock()
    const ended: number[] = []
    const requests = [store.get(address), store.set(address, value), store.invalidate('f'), store.describe()]
    const outcomes = requests.map(async (request, i) => {
      const outcome = await request
      ended[i] = time.clock() - start
      return outcome
    })
    await time.advance(30_000)
    expect(ended).toEqual(deadlines)
    for (const [i, outcome] of (await Promise.all(outcomes)).entries())
      expect(outcome).toMatchObject({ kind: 'unavailable', reason: `no answer within ${deadlines[i]} ms` })
    faulty.release()
    await turn()
    expect(time.timers).toBe(0)
  })

  it('turns rejections into answers, and leaves no secrets in reasons, which are short', async () => {
    const { store, faulty } = open()
    faulty.reason = `swordfish ${'x'.repeat(1000)}`
    for (const fault of ['rejecting', 'down'] as const) {
      faulty.fault = fault
      const requests = [store.get(address), store.set(address, value), store.invalidate('f'), store.describe()]
      for (const outcome of await Promise.all(requests))
        expect(outcome).toMatchObject({ kind: 'unavailable', reason: `*** ${'x'.repeat(196)}` })
    }
  })
})
