import { memoizeInstances } from '@plenum/testkit'

const slice = () => new Promise(resolve => setImmediate(resolve))

/**
 * Memoizes a function. The test determines when each run of the function ends. Values have a lifetime of 10 seconds,
 * and may be returned for 20 seconds after they have expired.
 */
function start(exclude: readonly string[] = []) {
  const instances = memoizeInstances({ exclude })
  const a = instances.start()
  let runs = 0
  let fail = false
  let gate: Promise<void> = Promise.resolve()
  const work = a.memoizer.memoize({ name: 'work', ttl: 10, staleFor: 20 }, async () => {
    runs++
    await gate
    if (fail) throw new Error('the source has failed')
    return runs
  })
  return {
    ...{ instances, a, work },
    runs: () => runs,
    fail: (now: boolean) => {
      fail = now
    },
    close: () => {
      let open = () => {}
      gate = new Promise(resolve => {
        open = resolve
      })
      return open
    },
  }
}

describe.each([
  ['that are shared', []],
  ['that stay in RAM', ['*']],
])('expired values %s (docs/caching.md, Expired values)', (_, exclude) => {
  it('are served while one caller computes a new value', async () => {
    const { instances, a, work, runs, close } = start(exclude)
    expect(await work()).toBe(1)
    await instances.time.advance(10_000)
    const open = close()
    expect([await work(), await work(), await work()]).toEqual([1, 1, 1])
    expect(runs()).toBe(2)
    open()
    await a.memoizer.settled()
    expect([await work(), runs()]).toEqual([2, 2])
  })

  it('are served if the function fails, which then rests for a second', async () => {
    const { instances, a, work, runs, fail } = start(exclude)
    await work()
    fail(true)
    await instances.time.advance(10_000)
    for (let i = 0; i < 5; i++) expect(await work()).toBe(1)
    await a.memoizer.settled()
    for (let i = 0; i < 5; i++) expect(await work()).toBe(1)
    expect(runs()).toBe(2)
    await instances.time.advance(1000)
    fail(false)
    expect(await work()).toBe(1)
    await a.memoizer.settled()
    expect(await work()).toBe(3)
  })

  it('are not served after their time', async () => {
    const { instances, work, fail } = start(exclude)
    await work()
    fail(true)
    await instances.time.advance(30_000)
    await expect(work()).rejects.toThrow('the source has failed')
  })

  it('are never served after an invalidation, even if it happens while a new value is computed', async () => {
    const { instances, a, work, runs, fail, close } = start(exclude)
    await work()
    await instances.time.advance(10_000)
    const open = close()
    expect(await work()).toBe(1)
    await a.memoizer.invalidate('work')
    const next = work()
    await slice()
    expect(runs()).toBe(3)
    fail(true)
    open()
    await expect(next).rejects.toThrow('the source has failed')
    await a.memoizer.settled()
    await expect(work()).rejects.toThrow('the source has failed')
  })

  it('are not revived by the late value of a renewal', async () => {
    const { instances, a, work, close } = start(exclude)
    await work()
    await instances.time.advance(10_000)
    const open = close()
    await work()
    await work.invalidate()
    open()
    await a.memoizer.settled()
    expect(await work()).toBeGreaterThan(2)
  })
})

it('expired values are served from RAM while the store is unavailable', async () => {
  const { instances, a, work, fail } = start()
  a.fault = 'down'
  expect(await work()).toBe(1)
  fail(true)
  await instances.time.advance(10_000)
  expect(await work()).toBe(1)
})
