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

  it('is in time when its outcome was waiting behind a stall of the process (memoize sheet, case 18)', async () => {
    // The timer comes first, as after a stall; the outcome is there, but its turn comes later.
    let end = (_: string): void => {}
    const work = new Promise<string>(resolve => (end = resolve))
    const due: (() => void)[] = []
    const outcome = withDeadline<string>(() => work, {
      milliseconds: 250,
      timer: (_, run) => {
        due.push(run)
        return () => due.splice(0)
      },
      late: () => 'late',
      broken: () => 'broken',
    })
    due.shift()?.()
    end('done')
    await turn()
    due.shift()?.()
    expect(await outcome).toBe('done')
  })

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
