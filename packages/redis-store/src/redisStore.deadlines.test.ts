import type { SharedStore } from '@plenum/memoize'
import type { RedisNodes } from './connection/redisNodes.js'
import { redisStore } from './redisStore.js'

function storeAt(timeout: number, latency: number) {
  const resets: number[] = []
  const later = <T>(value: T): Promise<T> => new Promise(resolve => setTimeout(() => resolve(value), latency))
  const send = () => later(Buffer.from('1'))
  const nodes: RedisNodes = {
    send,
    get: keys => later(keys.map(() => null)),
    masters: () => later([{ id: '', send }]),
    onSeparateConnection: task => task(send),
    reset: (_, age = 0) => resets.push(age),
    close: () => {},
  }
  return { store: redisStore({ nodes, prefix: 'test', form: 'bytes', maxSize: 1000, timeout: timeout / 1000 }), resets }
}

const address = { name: 'f', digest: 'd' }
const value = { payload: Uint8Array.of(1), token: 'A'.repeat(22), lifetime: 1000 }

async function endsOf(store: SharedStore) {
  const begun = performance.now()
  const requests = [store.get(address), store.set(address, value), store.invalidate('f'), store.describe()]
  const ended = requests.map(request =>
    request.then(outcome => ({ outcome, after: Math.round(performance.now() - begun) })),
  )
  await jest.advanceTimersByTimeAsync(60_000)
  return Promise.all(ended)
}

const lateAfter = (milliseconds: number) => ({
  kind: 'unavailable',
  reason: `no answer within ${milliseconds} ms`,
})

describe('a store on a slow server (docs/caching.md, Deadlines)', () => {
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick'] })
  })
  afterEach(() => {
    jest.useRealTimers()
  })

  it.each([
    [250, [250, 250, 250, 1000]],
    [20_000, [20_000, 20_000, 20_000, 20_000]],
  ])('with a timeout of %d ms ends each request in time', async (timeout, deadlines) => {
    const { store } = storeAt(timeout, 1_000_000)
    for (const [i, { outcome, after }] of (await endsOf(store)).entries()) {
      const deadline = deadlines[i] ?? 0
      expect(outcome).toMatchObject(lateAfter(deadline))
      expect(after - deadline).toBeLessThan(5)
    }
  })

  it('limits a read, however many requests it needs, to one timeout, and drops the connection', async () => {
    const { store, resets } = storeAt(250, 200)
    const [read, write] = await endsOf(store)
    expect(read?.outcome).toEqual(lateAfter(250))
    expect(write?.outcome).toMatchObject({ kind: 'stored' })
    expect(resets).toContain(250)
  })

  it('limits an invalidation to ten seconds or the timeout, whichever is longer', async () => {
    const { store } = storeAt(9000, 8000)
    const [, , invalidation] = await endsOf(store)
    expect(invalidation?.outcome).toEqual(lateAfter(10_000))
  })
})
