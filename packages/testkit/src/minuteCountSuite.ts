import assert from 'node:assert/strict'
import type { MinuteCounts } from '@plenum/core'
import { type Cases, type Runner, runCases } from './runner.js'

/** Two empty counters that share their counts. Each belongs to a separate real or simulated process. */
export interface OpenedCounts {
  readonly counts: MinuteCounts
  readonly other: MinuteCounts
  /** Waits for more than a minute, in real or simulated time. */
  elapseMinute(): Promise<void>
  close(): Promise<void>
}

const cases: Cases<OpenedCounts> = {
  'begin at 0, and add up for all processes': async ({ counts, other }) => {
    const [mine, theirs] = [counts('logins'), other('logins')]
    assert.deepEqual(await pick(mine.look('ada')), [0, 0])
    assert.equal((await mine.add('ada')).times, 1)
    const added = await theirs.add('ada')
    assert.equal(added.times, 2)
    assert.ok(added.wait > 0 && added.wait <= 60_000, `wait is ${added.wait}`)
    const count = await mine.look('ada')
    assert.deepEqual([count.times, count.wait > 0 && count.wait <= added.wait], [2, true])
  },
  'are separate by name and by key': async ({ counts }) => {
    await counts('logins').add('ada')
    const others = [counts('votes').look('ada'), counts('logins').look('Ada'), counts('logins').look('')]
    assert.deepEqual(
      (await Promise.all(others)).map(({ times }) => times),
      [0, 0, 0],
    )
  },
  'assign a different number to each of several concurrent additions': async ({ counts, other }) => {
    const both = [counts('logins'), other('logins')]
    const added = await Promise.all(Array.from({ length: 40 }, (_, i) => both[i % 2]?.add('ada')))
    assert.deepEqual(
      added.map(one => one?.times).sort((a = 0, b = 0) => a - b),
      Array.from({ length: 40 }, (_, i) => i + 1),
    )
  },
  'take back an addition, for all processes': async ({ counts, other }) => {
    const count = counts('logins')
    const added = await count.add('ada')
    await count.add('ada')
    await count.takeBack('ada', added)
    assert.equal((await other('logins').look('ada')).times, 1)
    assert.equal((await other('logins').add('ada')).times, 2)
  },
  'restart after the minute of the first addition, whose reversal then has no effect': async ({
    counts,
    elapseMinute,
  }) => {
    const count = counts('logins')
    const early = await count.add('ada')
    await elapseMinute()
    assert.deepEqual(await pick(count.look('ada')), [0, 0])
    assert.equal((await count.add('ada')).times, 1)
    await count.takeBack('ada', early)
    assert.equal((await count.look('ada')).times, 1)
  },
}

const pick = async (counted: Promise<{ times: number; wait: number }>) => {
  const { times, wait } = await counted
  return [times, wait]
}

/** Defines the tests for MinuteCounts. `open` must return empty counters, which the suite closes. */
export function minuteCountSuite(runner: Runner, name: string, open: () => Promise<OpenedCounts>): void {
  runner.describe(name, () =>
    runCases(runner, cases, async () => {
      const subject = await open()
      return { subject, close: subject.close }
    }),
  )
}
