import {
  type InstanceOptions,
  type MemoizeInstance,
  type MemoizeInstances,
  memoizeInstances,
  runsOf,
  slice,
} from '@plenum/testkit'
import fc from 'fast-check'
import type { Memoized } from '../calls/memoizedFunction.js'
import type { MemoizeSettings } from '../settings/settings.js'
import type { StoreInvalidation } from '../store/sharedStore.js'

type ChangeTarget = 'everything' | 'function' | 'tag' | 'calls'

// Two instances perform calls and invalidations, while the replies of the store and the computations finish in any
// order. Each value contains a version number, which increases with each change of the source. After each change, one
// instance invalidates the values.
const action = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('call' as const), at: fc.nat(1), x: fc.nat(2) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('change' as const),
      at: fc.nat(1),
      target: fc.constantFrom('everything' as const, 'function' as const, 'tag' as const, 'calls' as const),
    }),
  },
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
  readonly work: Memoized<[x: number], Promise<Value>>
  /** The smallest version number that a new call may return. */
  oldest: number
}

interface Platform {
  readonly instances: MemoizeInstances
  delay(): Promise<void>
  version: number
  reached: number
}

function observe(platform: Platform, options: InstanceOptions['options']): Observed {
  const instance = platform.instances.start({ options: options ?? {} })
  const work = instance.memoizer.memoize({ name: 'work', tags: ['all'] }, async (x: number): Promise<Value> => {
    const { version } = platform
    await platform.delay()
    return { x, version }
  })
  const observed = { instance, work, oldest: 0 }
  slowDown(platform, observed)
  return observed
}

function slowDown(platform: Platform, observed: Observed): void {
  const { get, set, invalidate, invalidateCall, invalidateTag } = observed.instance.store
  const { clock } = platform.instances.time
  const slowly = async <T>(task: () => Promise<T>): Promise<T> => {
    await platform.delay()
    const outcome = await task()
    await platform.delay()
    return outcome
  }
  const reaching = async (send: () => Promise<StoreInvalidation | undefined>) => {
    const { version } = platform
    const outcome = await send()
    if (outcome?.kind === 'removed') platform.reached = Math.max(platform.reached, version)
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
    invalidate: (name: string | null) => slowly(() => reaching(() => invalidate(name))),
    // Another process notices these invalidations only when it reads an affected value.
    invalidateTag: (tag: string) => slowly(async () => invalidateTag?.(tag)),
    invalidateCall: (...request: Parameters<NonNullable<typeof invalidateCall>>) =>
      slowly(async () => invalidateCall?.(...request)),
  })
}

async function call({ work, oldest }: Observed, x: number): Promise<void> {
  const value = await work(x)
  expect(value.x).toBe(x)
  expect(value.version).toBeGreaterThanOrEqual(oldest)
}

/**
 * Changes the source and invalidates the values. An invalidation that does not reach the server still takes effect in
 * the instance that requested it.
 */
async function change(platform: Platform, observed: Observed, target: ChangeTarget): Promise<void> {
  const changed = ++platform.version
  const { memoizer } = observed.instance
  if (target === 'tag') await memoizer.invalidateTag('all')
  else if (target === 'calls') await Promise.all([0, 1, 2].map(x => observed.work.invalidate(x)))
  else await memoizer.invalidate(target === 'everything' ? null : 'work')
  observed.oldest = Math.max(observed.oldest, changed)
}

const routes: Readonly<Record<string, readonly [Partial<MemoizeSettings>, InstanceOptions['options']]>> = {
  'that are shared': [{}, {}],
  'that are too large': [{ maxSize: 1 }, {}],
  'that stay in RAM': [{ exclude: ['*'] }, {}],
  'that are served after their lifetime': [{ ttl: 20 }, { staleFor: 1000 }],
  'that one process computes': [{}, { lease: 20 }],
  'with local copies and announcements': [{}, { localFor: 1000 }],
}

describe('an acknowledged invalidation', () => {
  it.each(Object.entries(routes))(
    'prevents older values on its instance, and on others from their next access to the store: values %s',
    async (_, [settings, options]) => {
      const property = fc.asyncProperty(
        fc.array(action, { maxLength: 40, size: 'max' }),
        fc.scheduler(),
        async (actions, scheduler) => {
          const delay = () => scheduler.schedule(Promise.resolve())
          const platform: Platform = { instances: memoizeInstances(settings), delay, version: 0, reached: 0 }
          const both = [observe(platform, options), observe(platform, options)]
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
            if (each.kind === 'change') begin(change(platform, observed, each.target))
            if (each.kind === 'fault') observed.instance.fault = each.fault
            if (each.kind === 'wait') await platform.instances.time.advance(each.ms)
            for (let i = 0; each.kind === 'go on' && i < each.steps; i++) await goOn()
          }
          for (let i = 0; running.size > 0 && i < 2000; i++) {
            // The clock is advanced, because processes that wait for a lease read the store again only after a pause.
            if (scheduler.count() === 0) await platform.instances.time.advance(50)
            await goOn()
          }
          expect([failures, running.size]).toEqual([[], 0])
        },
      )
      await // With LONG_TESTS, the six cases are 12,000 interleavings.
      await fc.assert(property, { numRuns: runsOf(2000) })
    },
    600_000,
  )
})
