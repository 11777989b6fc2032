import { type MemoizeInstance, type MemoizeInstances, memoizeInstances, runsOf, slice } from '@plenum/testkit'
import fc from 'fast-check'
import type { MemoizeSettings } from '../settings/settings.js'

// Two instances perform calls and invalidations, and the store replies and the computations end in any order. The
// source of all values counts its changes. After each change, one instance invalidates the values.
const action = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('call' as const), at: fc.nat(1), x: fc.nat(2) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('change' as const), at: fc.nat(1), all: fc.boolean() }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('go on' as const), steps: fc.nat(6) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.constantFrom(250, 30_000) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('fault' as const),
      at: fc.nat(1),
      fault: fc.constantFrom(null, null, 'down' as const, 'full' as const, 'poisoned' as const),
    }),
  },
)

interface Value {
  readonly x: number
  readonly version: number
}

interface Observed {
  readonly instance: MemoizeInstance
  readonly work: (x: number) => Promise<Value>
  /** The number of the earliest change whose value a new call may return. */
  oldest: number
}

interface Platform {
  readonly instances: MemoizeInstances
  /** Resolves when the test scheduler continues the task. */
  delay(): Promise<void>
  /** The number of changes of the source. */
  version: number
  /** The last change whose invalidation the server has executed. */
  reached: number
}

function observe(platform: Platform): Observed {
  const instance = platform.instances.start()
  const work = instance.memoizer.memoize({ name: 'work' }, async (x: number): Promise<Value> => {
    const { version } = platform
    await platform.delay()
    return { x, version }
  })
  const observed = { instance, work, oldest: 0 }
  slowDown(platform, observed)
  return observed
}

/** Delays requests and replies, and records the facts that an instance can learn from a reply that arrives in time. */
function slowDown(platform: Platform, observed: Observed): void {
  const { get, set, invalidate } = observed.instance.store
  const { clock } = platform.instances.time
  const slowly = async <T>(task: () => Promise<T>): Promise<T> => {
    await platform.delay()
    const outcome = await task()
    await platform.delay()
    return outcome
  }
  Object.assign(observed.instance.store, {
    get: async (...request: Parameters<typeof get>) => {
      const start = clock()
      let latest = 0
      const read = await slowly(() => {
        latest = platform.reached
        return get(...request)
      })
      const note = () => {
        observed.oldest = Math.max(observed.oldest, latest)
      }
      if ('token' in read && clock() - start < 250) void slice().then(note)
      return read
    },
    set: (...request: Parameters<typeof set>) => slowly(() => set(...request)),
    invalidate: (name: string | null) =>
      slowly(async () => {
        const { version } = platform
        const outcome = await invalidate(name)
        if (outcome.kind === 'removed') platform.reached = Math.max(platform.reached, version)
        return outcome
      }),
  })
}

async function call({ work, oldest }: Observed, x: number): Promise<void> {
  const value = await work(x)
  expect(value.x).toBe(x)
  expect(value.version).toBeGreaterThanOrEqual(oldest)
}

/** An invalidation that does not reach the server still takes effect on its own instance. */
async function change(platform: Platform, observed: Observed, name: string | null): Promise<void> {
  const changed = ++platform.version
  await observed.instance.memoizer.invalidate(name)
  observed.oldest = Math.max(observed.oldest, changed)
}

const routes: Readonly<Record<string, Partial<MemoizeSettings>>> = {
  'that are shared': {},
  'that are too large': { maxSize: 1 },
  'that stay in RAM': { exclude: ['*'] },
}

describe('an acknowledged invalidation', () => {
  it.each(Object.entries(routes))(
    'prevents older values on its instance, and on others from their next access to the store: values %s',
    async (_, settings) => {
      const property = fc.asyncProperty(
        fc.array(action, { maxLength: 40, size: 'max' }),
        fc.scheduler(),
        async (actions, scheduler) => {
          const delay = () => scheduler.schedule(Promise.resolve())
          const platform: Platform = { instances: memoizeInstances(settings), delay, version: 0, reached: 0 }
          const both = [observe(platform), observe(platform)]
          const running = new Set<Promise<void>>()
          const failures: unknown[] = []
          const begin = (task: Promise<void>): void => {
            const ended = task.catch(error => void failures.push(error)).finally(() => running.delete(ended))
            running.add(ended)
          }
          const goOn = async (): Promise<void> => {
            if (scheduler.count() > 0) await scheduler.waitOne()
            await slice()
          }
          for (const each of actions) {
            const observed = both['at' in each ? each.at : 0]
            if (!observed) continue
            if (each.kind === 'call') begin(call(observed, each.x))
            if (each.kind === 'change') begin(change(platform, observed, each.all ? null : 'work'))
            if (each.kind === 'fault') observed.instance.fault = each.fault
            if (each.kind === 'wait') await platform.instances.time.advance(each.ms)
            for (let i = 0; each.kind === 'go on' && i < each.steps; i++) await goOn()
          }
          for (let i = 0; running.size > 0 && i < 2000; i++) await goOn()
          expect([failures, running.size]).toEqual([[], 0])
        },
      )
      await fc.assert(property, { numRuns: runsOf(500) })
    },
    120_000,
  )
})
