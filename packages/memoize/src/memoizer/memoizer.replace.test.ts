import { countedFunction, gatedFunction, memoizeInstances, slice } from '@plenum/testkit'

describe('a function whose name is registered again', () => {
  it('leaves none of its values in RAM', async () => {
    const { memoizer } = startInRam()
    await memoizer.memoize({ name: 'work' }, () => 'old')()
    expect(await memoizer.memoize({ name: 'work', replace: true }, () => 'new')()).toBe('new')
  })

  it('leaves none of its values if it is the same with other options', async () => {
    const { memoizer } = startInRam()
    const task = countedFunction((x: number) => x)
    await memoizer.memoize({ name: 'work', version: 1 }, task.fn)(1)
    const second = memoizer.memoize({ name: 'work', version: 2, replace: true }, task.fn)
    expect([await second(1), await second(1), task.runs]).toEqual([1, 1, 2])
  })

  it('remains registered if it is identical, and only its values are deleted', async () => {
    const { memoizer } = startInRam()
    const task = countedFunction((x: number) => x)
    const first = memoizer.memoize({ name: 'work' }, task.fn)
    await first(1)
    const second = memoizer.memoize({ name: 'work', replace: true }, task.fn)
    await second(1)
    expect(task.runs).toBe(2)
    await first(1)
    expect(task.runs).toBe(2)
  })

  it.each([
    ['in RAM', startInRam],
    ['in a store', startShared],
  ])('is only executed afterwards: nothing is cached %s, looked up or counted', async (_, start) => {
    const { memoizer } = start()
    const old = countedFunction((_: { x: number }) => ({ it: 'is old' }))
    const before = memoizer.memoize({ name: 'work', key: ({ x }) => x }, old.fn)
    await before({ x: 1 })
    const after = memoizer.memoize({ name: 'work', replace: true }, (_: number) => ({ it: 'is new' }))
    await memoizer.invalidate('work')
    expect([await before({ x: 1 }), await before({ x: 1 })]).toEqual([{ it: 'is old' }, { it: 'is old' }])
    await memoizer.settled()
    expect((await memoizer.status()).functions).not.toHaveProperty('work')
    expect(await after(1)).toEqual({ it: 'is new' })
    expect([await before({ x: 1 }), old.runs]).toEqual([{ it: 'is old' }, 4])
  })

  it('is executed for arguments without a key', async () => {
    const { memoizer } = startInRam()
    const before = memoizer.memoize({ name: 'work' }, (run: () => number) => run())
    memoizer.memoize({ name: 'work', replace: true }, () => 'new')
    expect(await before(() => 5)).toBe(5)
  })

  it('discards the results of running computations', async () => {
    for (const start of [startInRam, startShared]) {
      const { memoizer } = start()
      const gate = gatedFunction<string>()
      const running = memoizer.memoize({ name: 'work' }, gate.fn)()
      await slice()
      const after = memoizer.memoize({ name: 'work', replace: true }, () => 'new')
      gate.end(0, 'old')
      expect(await running).toBe('old')
      await memoizer.settled()
      expect(await after()).toBe('new')
    }
  })

  it('discards the result of a computation that began after a slow read of the store', async () => {
    const a = startShared()
    a.fault = 'hung'
    const running = a.memoizer.memoize({ name: 'work' }, () => 'old')()
    await slice()
    const after = a.memoizer.memoize({ name: 'work', replace: true }, () => 'new')
    a.fault = null
    a.release()
    expect(await running).toBe('old')
    await a.memoizer.settled()
    expect(a.requests.set).toBe(0)
    expect(await after()).toBe('new')
  })
})

function startShared() {
  return memoizeInstances().start()
}

function startInRam() {
  return memoizeInstances({ exclude: ['*'] }).start()
}
