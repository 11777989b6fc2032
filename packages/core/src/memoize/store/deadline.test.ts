import { manualTime, turn } from '@plenum/testkit'
import { withDeadline } from './deadline.js'

const open = <T>(work: () => Promise<T>) => {
  const time = manualTime()
  const outcome: { value?: unknown } = {}
  withDeadline<unknown>(work, {
    milliseconds: 250,
    timer: time.timer,
    late: () => 'late',
    broken: error => `broken: ${(error as Error).message}`,
  }).then(value => {
    outcome.value = value
  })
  return { time, outcome }
}

describe('work with a deadline', () => {
  it('has its own outcome when it is in time, and leaves no timer', async () => {
    const { time, outcome } = open(async () => 'done')
    await turn()
    expect([outcome.value, time.timers]).toEqual(['done', 0])
  })

  it('that throws or rejects is broken, and leaves no timer', async () => {
    const thrown = open(() => {
      throw new Error('at once')
    })
    const rejected = open(() => Promise.reject(new Error('later')))
    await turn()
    expect([thrown.outcome.value, thrown.time.timers]).toEqual(['broken: at once', 0])
    expect([rejected.outcome.value, rejected.time.timers]).toEqual(['broken: later', 0])
  })

  it('that takes longer is late, whatever comes of it', async () => {
    let end = (_: string): void => {}
    const { time, outcome } = open(() => new Promise<string>(resolve => (end = resolve)))
    await time.advance(249)
    expect(outcome.value).toBeUndefined()
    await time.advance(1)
    expect(outcome.value).toBe('late')
    end('done')
    await turn()
    expect(outcome.value).toBe('late')
  })

  /** Work whose timers come when a test says so: before its outcome after a stall, though that is there. */
  function stalling() {
    let end = (_: string): void => {}
    const work = new Promise<string>(resolve => (end = resolve))
    const due: (() => void)[] = []
    const timer = (_: number, run: () => void) => {
      due.push(run)
      return () => due.splice(0)
    }
    const deadline = { milliseconds: 250, timer, late: () => 'late', broken: () => 'broken' }
    const outcome = withDeadline<string>(() => work, deadline)
    return { outcome, end, nextTimer: () => due.shift()?.() }
  }

  it.each([1, 2, 3, 4, 5])(
    'is in time when its outcome was waiting behind a stall of the process in part %i of its time (docs/caching.md, Deadlines)',
    async part => {
      const { outcome, end, nextTimer } = stalling()
      for (let passed = 0; passed < part; passed++) nextTimer()
      end('done')
      await turn()
      nextTimer()
      expect(await outcome).toBe('done')
    },
  )

  it('is late when it really is, with timers of the platform', async () => {
    const timer = (ms: number, run: () => void) => {
      const id = setTimeout(run, ms)
      return () => clearTimeout(id)
    }
    const deadline = { milliseconds: 20, timer, late: () => 'late', broken: () => 'broken' }
    const start = performance.now()
    expect(await withDeadline<string>(() => new Promise(() => {}), deadline)).toBe('late')
    expect(performance.now() - start).toBeLessThan(500)
  })
})
