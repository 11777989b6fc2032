import { memoizeInstances } from '@plenum/testkit'

const slice = () => new Promise(resolve => setImmediate(resolve))

function start(exclude: readonly string[] = []) {
  const instances = memoizeInstances({ exclude })
  const [a, b] = [instances.start(), instances.start()]
  let runs = 0
  const options = { name: 'work', tags: (x: number) => ['all', `x${x % 2}`] }
  const memoize = ({ memoizer }: typeof a) => memoizer.memoize(options, async (x: number) => `${x}: ${++runs}`)
  return { instances, a, b, workA: memoize(a), workB: memoize(b) }
}

describe('the invalidation of one call (docs/caching.md, Calls and tags)', () => {
  it('drops only its value, in all processes', async () => {
    const { workA, workB } = start()
    expect([await workA(1), await workA(2), await workB(1)]).toEqual(['1: 1', '2: 2', '1: 1'])
    expect(await workA.invalidate(1)).toEqual({ kind: 'invalidated', function: 'work', removed: 1 })
    expect([await workB(1), await workB(2), await workA(1)]).toEqual(['1: 3', '2: 2', '1: 3'])
  })

  it('makes a value stale that another process is still computing', async () => {
    const instances = memoizeInstances()
    const [a, b] = [instances.start(), instances.start()]
    let [version, open] = [1, () => {}]
    const gate = new Promise<void>(resolve => {
      open = resolve
    })
    const slow = b.memoizer.memoize({ name: 'work' }, async (_: number) => {
      const before = version
      await gate
      return before
    })
    const quick = a.memoizer.memoize({ name: 'work' }, async (_: number) => version)
    const early = slow(1)
    await slice()
    version = 2
    await quick.invalidate(1)
    open()
    expect(await early).toBe(1)
    await b.memoizer.settled()
    expect([await quick(1), await slow(1)]).toEqual([2, 2])
  })

  it('reaches the store later if it fails now, and no old value is served until then', async () => {
    const { instances, a, workA, workB } = start()
    await workA(1)
    a.fault = 'down'
    expect(await workA.invalidate(1)).toMatchObject({ kind: 'unavailable' })
    expect(await workA(1)).toBe('1: 2')
    a.fault = null
    await instances.time.advance(30_000)
    await workA(1)
    await a.memoizer.settled()
    expect(await workB(1)).not.toBe('1: 1')
  })

  it('works for values in RAM', async () => {
    const { workA } = start(['*'])
    await workA(1)
    await workA(2)
    await workA.invalidate(1)
    expect([await workA(1), await workA(2)]).toEqual(['1: 3', '2: 2'])
  })

  it('does nothing for a call that bypasses the cache, and rejects arguments that cannot be a key', async () => {
    const { a } = start()
    const { dontCache } = await import('../calls/memoizedFunction.js')
    const work = a.memoizer.memoize(
      { name: 'other', key: (x: unknown) => (x === 1 ? dontCache : x) },
      (_: unknown) => 1,
    )
    expect(await work.invalidate(1)).toEqual({ kind: 'invalidated', function: 'other', removed: 0 })
    await expect(work.invalidate(() => 1)).rejects.toThrow('cannot hold a function')
  })
})

describe('the invalidation of a tag (docs/caching.md, Calls and tags)', () => {
  it.each([
    ['that are shared', []],
    ['that stay in RAM', ['*']],
  ])('makes the values with the tag stale: values %s', async (_, exclude) => {
    const { a, workA } = start(exclude)
    for (const x of [1, 2, 3]) await workA(x)
    expect(await a.memoizer.invalidateTag('x1')).toEqual({ kind: 'invalidated', function: null, removed: 0 })
    expect([await workA(1), await workA(2), await workA(3)]).toEqual(['1: 4', '2: 2', '3: 5'])
    await a.memoizer.invalidateTag('all')
    expect(await workA(2)).toBe('2: 6')
  })

  it('reaches other processes', async () => {
    const { a, workA, workB } = start()
    await workA(1)
    await a.memoizer.invalidateTag('x1')
    expect(await workB(1)).toBe('1: 2')
  })

  it('refuses tags that are not strings without whitespace', async () => {
    const { a } = start()
    await expect(a.memoizer.invalidateTag('a b')).rejects.toThrow('A tag must be a string of 1 to 200 characters')
    const work = a.memoizer.memoize({ name: 'bad', tags: () => ['ok', ''] }, () => 1)
    await expect(work()).rejects.toThrow('The tags of bad must be a list of at most 20 strings')
    // @ts-expect-error Tags are a list.
    expect(() => a.memoizer.memoize({ name: 'worse', tags: 'a' }, () => 1)).toThrow('The tags of worse must be a list')
  })
})
