import { memoizeInstances } from '@plenum/testkit'

const slice = () => new Promise(resolve => setImmediate(resolve))

function start(processes: number, lease = 10) {
  const instances = memoizeInstances()
  let runs = 0
  let outcome: 'value' | 'error' | 'never' = 'value'
  const works = Array.from({ length: processes }, () => {
    const { memoizer } = instances.start({ options: { lease } })
    return memoizer.memoize({ name: 'work' }, async (_: number) => {
      const run = ++runs
      if (outcome === 'never') return new Promise<number>(() => {})
      if (outcome === 'error') throw new Error('the source has failed')
      await new Promise<void>(resolve => instances.time.timer(400, resolve))
      return run
    })
  })
  return {
    ...{ instances, works },
    runs: () => runs,
    end: (next: typeof outcome) => {
      outcome = next
    },
  }
}

describe('a lease (docs/caching.md, One computation among processes)', () => {
  it('lets one of several cold processes compute, and the others receive its value', async () => {
    const { instances, works, runs } = start(4)
    const all = Promise.all(works.map(work => work(1)))
    await instances.time.advance(1000)
    expect([await all, runs()]).toEqual([[1, 1, 1, 1], 1])
  })

  it('of a process that has ended delays others by its duration at most', async () => {
    const { instances, works, runs, end } = start(3)
    end('never')
    void works[0]?.(1)
    await slice()
    end('value')
    const begun = instances.time.clock()
    let after = 0
    const others = Promise.all(
      works.slice(1).map(work =>
        work(1).then(() => {
          after = Math.max(after, instances.time.clock() - begun)
        }),
      ),
    )
    await instances.time.advance(20_000)
    await others
    expect(after).toBeLessThanOrEqual(10_000 + 400)
    expect(runs()).toBeLessThanOrEqual(3)
  })

  it('ends with the computation, also if it fails', async () => {
    const { instances, works, end } = start(2)
    end('error')
    await expect(works[0]?.(1)).rejects.toThrow('the source has failed')
    end('value')
    const next = works[1]?.(1)
    await instances.time.advance(450)
    expect(await next).toBe(2)
  })

  it('ends with an invalidation', async () => {
    const { instances, works, end } = start(2)
    end('never')
    void works[0]?.(1)
    await slice()
    end('value')
    await works[1]?.invalidate(1)
    const next = works[1]?.(1)
    await instances.time.advance(450)
    expect(await next).toBe(2)
  })

  it('counts one miss for a call that waits', async () => {
    const { instances, works } = start(2)
    const statuses = Promise.all(works.map(work => work(1)))
    await instances.time.advance(1000)
    await statuses
    const a = instances.start({ options: { lease: 1 } })
    expect((await a.memoizer.status()).functions).toEqual({})
  })
})
