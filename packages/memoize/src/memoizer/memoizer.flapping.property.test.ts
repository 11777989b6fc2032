import { memoizeInstances } from '@plenum/testkit'
import fc from 'fast-check'

const timeout = 250
const step = 10

const phase = fc.record({
  fault: fc.constantFrom('hung', 'down', null),
  milliseconds: fc.integer({ min: 50, max: 3000 }),
})

interface Phase {
  readonly fault: 'hung' | 'down' | null
  readonly milliseconds: number
}

/**
 * Calls a memoized function every 10 ms. Returns the durations of the calls in each phase (an outage, or the time
 * between two outages).
 */
async function callWhileFlapping(phases: readonly Phase[]): Promise<readonly (readonly number[])[]> {
  const { start, time } = memoizeInstances({ timeout: timeout / 1000 })
  const a = start({ threshold: 3 })
  const work = a.memoizer.memoize({ name: 'work' }, (x: number) => x)
  const periods: number[][] = []
  const calls: Promise<unknown>[] = []
  const call = async (x: number, times: number[]): Promise<void> => {
    const begun = time.clock()
    expect(await work(x)).toBe(x)
    times.push(time.clock() - begun)
  }
  for (const [i, { fault, milliseconds }] of phases.entries()) {
    a.fault = fault
    if (fault === null) a.release()
    if (i === 0 || (phases[i - 1]?.fault === null) !== (fault === null)) periods.push([])
    for (let passed = 0; passed < milliseconds; passed += step) {
      calls.push(call(calls.length, periods.at(-1) ?? []))
      await time.advance(step)
    }
  }
  await time.advance(timeout)
  await Promise.all(calls)
  return periods
}

describe('a store that alternates between hanging, refusing and answering (docs/caching.md, Breaker)', () => {
  it('delays at most three calls of an outage by the timeout, and no call by more', async () => {
    const property = fc.asyncProperty(fc.array(phase, { minLength: 2, maxLength: 8 }), async phases => {
      for (const times of await callWhileFlapping(phases)) {
        expect(times.filter(took => took >= timeout).length).toBeLessThanOrEqual(3)
        expect(Math.max(...times)).toBeLessThanOrEqual(timeout)
      }
    })
    await fc.assert(property, { numRuns: 20 })
  })
})
