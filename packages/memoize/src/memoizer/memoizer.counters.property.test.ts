import { countedFunction, memoizeInstances, runsOf } from '@plenum/testkit'
import fc from 'fast-check'
import { newCounters } from '../calls/counters.js'

// The arguments of the memoized function. In each run, one process makes one call at a time while the store has faults.
const plain = [0, 1, 2]
const large = 3
const odd = 4

const action = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('call' as const), x: fc.constantFrom(...plain, large) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('call' as const), x: fc.constant(odd) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('fault' as const),
      fault: fc.constantFrom(null, null, 'down' as const, 'full' as const, 'poisoned' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.constantFrom(1, 15_000, 30_000) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('invalidate' as const) }) },
)

type Action = typeof action extends fc.Arbitrary<infer T> ? T : never

function createModel() {
  const counters = newCounters()
  const stored = new Set<number>()
  const fallbackCopies = new Map<number, number>()
  const overflowCopies = new Map<number, number>()
  const live = new Set<number>()
  let fault: Extract<Action, { kind: 'fault' }>['fault'] = null
  let [now, nextPing, repeatFrom, runs] = [0, 0, 0, 0]
  let [isOpen, isPending, isOdd] = [false, false, false]

  const isIn = (copies: ReadonlyMap<number, number>, x: number) => (copies.get(x) ?? 0) > now

  function lookInRam(x: number): void {
    const isHit = isIn(fallbackCopies, x) || (isOpen && isIn(overflowCopies, x))
    counters[isHit ? 'ram_hits' : 'ram_misses']++
    const end = isOpen ? Number.POSITIVE_INFINITY : now + 1000
    if (!isHit) compute(x, () => (isOpen || isPending) && fallbackCopies.set(x, end))
  }

  function compute(x: number, keep: () => unknown): void {
    runs++
    if (x !== odd) return void keep()
    counters.refused++
    isOdd = true
    live.add(x)
    fallbackCopies.clear()
    overflowCopies.clear()
  }

  function write(x: number): void {
    if (x === large && fault !== 'full') counters.too_large++
    if (fault === 'full') counters.errors++
    if (fault === 'full' || x === large)
      overflowCopies.set(x, fault === 'full' ? now + 30_000 : Number.POSITIVE_INFINITY)
    else stored.add(x)
  }

  function invalidateStore(): boolean {
    if (fault === 'down') return false
    stored.clear()
    fallbackCopies.clear()
    isPending = false
    return true
  }

  function callLive(x: number): void {
    counters[live.has(x) ? 'ram_hits' : 'ram_misses']++
    if (!live.has(x)) runs++
    live.add(x)
  }

  function callShared(x: number): void {
    if (isOpen || isPending) {
      lookInRam(x)
      if (isOpen || now < repeatFrom || invalidateStore()) return
      repeatFrom = now + 30_000
    } else if (fault === 'down') {
      counters.errors++
      isOpen = true
      nextPing = now + 1000
      lookInRam(x)
    } else read(x)
  }

  function wait(milliseconds: number): void {
    now += milliseconds
    if (!isOpen || now < nextPing) return
    nextPing += 1000 * (1 + Math.floor((now - nextPing) / 1000))
    if (fault === 'down') return
    isOpen = false
    fallbackCopies.clear()
    if (isPending) invalidateStore()
  }

  function read(x: number): void {
    if (fault !== 'poisoned' && stored.has(x)) return void counters.shared_hits++
    if (isIn(overflowCopies, x)) return void counters.ram_hits++
    counters.shared_misses++
    if (fault === 'poisoned') counters.undecodable++
    compute(x, () => write(x))
  }

  return {
    counters,
    get runs() {
      return runs
    },
    apply: (action: Action): void => {
      if (action.kind === 'fault') fault = action.fault
      if (action.kind === 'wait') wait(action.ms)
      if (action.kind === 'call') (isOdd ? callLive : callShared)(action.x)
      if (action.kind !== 'invalidate') return
      for (const cache of [fallbackCopies, overflowCopies, live]) cache.clear()
      if (!invalidateStore()) isPending = true
    },
  }
}

describe('the counters (docs/caching.md, Counters)', () => {
  it('equal those of the model for any sequence of calls, faults, pauses and invalidations', async () => {
    const property = fc.asyncProperty(fc.array(action, { maxLength: 40, size: 'max' }), async actions => {
      const { start, time } = memoizeInstances({ maxSize: 100 })
      const a = start()
      const task = countedFunction((x: number): unknown => (x === odd ? () => x : `${x}`.repeat(x === large ? 200 : 1)))
      const work = a.memoizer.memoize({ name: 'work' }, task.fn)
      const model = createModel()
      let calls = 0
      for (const each of actions) {
        model.apply(each)
        if (each.kind === 'fault') a.fault = each.fault
        if (each.kind === 'wait') await time.advance(each.ms)
        if (each.kind === 'invalidate') await a.memoizer.invalidate('work')
        if (each.kind === 'call') {
          calls++
          await work(each.x)
        }
        await a.memoizer.settled()
        expect(task.runs).toBe(model.runs)
      }
      const { route, counters } = (await a.memoizer.status()).functions.work ?? { counters: newCounters() }
      expect(counters).toEqual(model.counters)
      const { shared_hits, shared_misses, ram_hits, ram_misses, undecodable, refused } = counters
      expect(shared_hits + shared_misses + ram_hits + ram_misses).toBe(calls)
      expect(undecodable).toBeLessThanOrEqual(shared_misses)
      expect(route === 'ram-not-shareable').toBe(refused > 0)
    })
    await fc.assert(property, { numRuns: runsOf(1000) })
  }, 60_000)
})
