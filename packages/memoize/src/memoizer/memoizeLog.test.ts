import { countedFunction, faultySharedStore, manualTime, serializingCodec, sha256 } from '@plenum/testkit'
import { defaultMemoizeSettings } from '../settings/settings.js'
import { memorySharedStore } from '../store/memorySharedStore.js'
import { shareThrough } from './connectStore.js'
import type { MemoizeLog } from './memoizeLog.js'
import { createMemoizer } from './memoizer.js'

function start(onLog: MemoizeLog) {
  const time = manualTime()
  const faulty = faultySharedStore(memorySharedStore({ clock: time.clock, maxSize: 1000 }), { time, timeout: 250 })
  const memoizer = createMemoizer({
    settings: defaultMemoizeSettings,
    clock: time.clock,
    shared: shareThrough({ store: faulty.store, codec: serializingCodec, digest: sha256 }),
    onLog,
  })
  return Object.assign(faulty, { time, memoizer })
}

const boom = () => {
  throw new Error('the disk of the log is full')
}

describe.each([
  ['throws', boom],
  ['returns a promise that rejects', async () => boom()],
])('a log that %s', (_, log) => {
  it('does not affect callers while the store fails and recovers', async () => {
    const onLog = countedFunction<Parameters<MemoizeLog>, unknown>(log)
    const a = start(onLog.fn)
    const work = a.memoizer.memoize({ name: 'work' }, (x: number) => x)
    a.fault = 'down'
    expect([await work(1), await work(2)]).toEqual([1, 2])
    expect(onLog.runs).toBe(1)
    expect(await a.memoizer.invalidate('work')).toMatchObject({ kind: 'unavailable' })
    expect(onLog.runs).toBe(2)
    a.fault = null
    await a.time.advance(30_000)
    expect(await work(3)).toBe(3)
    await a.memoizer.settled()
    expect(onLog.runs).toBe(3)
    expect(await a.memoizer.status()).toMatchObject({ breaker: { open: false } })
    expect([await work(3), a.requests.set]).toEqual([3, 1])
  })

  it('does not affect callers of a function whose values cannot be shared', async () => {
    const a = start(log)
    const cached = a.memoizer.memoize({ name: 'make' }, () => () => 1)
    expect(await cached()).toBe(await cached())
    expect(await a.memoizer.status()).toMatchObject({ functions: { make: { route: 'ram-not-shareable' } } })
  })
})
