import fc from 'fast-check'
import { startTimer } from './startTimer.js'

describe('a timer that shares one of the platform', () => {
  beforeEach(() => {
    jest.useFakeTimers()
  })
  afterEach(() => {
    jest.runAllTimers()
    jest.useRealTimers()
  })

  it('runs once, when its time has come and not before', () => {
    const run = jest.fn()
    startTimer(50, run)
    jest.advanceTimersByTime(49)
    expect(run).not.toHaveBeenCalled()
    jest.advanceTimersByTime(1)
    expect(run).toHaveBeenCalledTimes(1)
    jest.advanceTimersByTime(1000)
    expect(run).toHaveBeenCalledTimes(1)
  })

  it('does not run once it was stopped, be it by the one before it', () => {
    const run = jest.fn()
    const stop = startTimer(50, run)
    stop()
    stop()
    const stops: (() => void)[] = []
    startTimer(50, () => stops[0]?.())
    stops.push(startTimer(50, run))
    jest.advanceTimersByTime(1000)
    expect(run).not.toHaveBeenCalled()
  })

  it('is one of many for which the platform has a single one, and none when nobody waits', () => {
    const stops = Array.from({ length: 1000 }, () => startTimer(50, () => {}))
    expect(jest.getTimerCount()).toBe(1)
    for (const stop of stops) stop()
    jest.advanceTimersByTime(50)
    expect(jest.getTimerCount()).toBe(0)
  })

  it('runs although another one throws', () => {
    const run = jest.fn()
    startTimer(50, () => {
      throw new Error('broken')
    })
    startTimer(50, run)
    expect(() => jest.advanceTimersByTime(50)).toThrow('broken')
    jest.advanceTimersByTime(50)
    expect(run).toHaveBeenCalledTimes(1)
  })

  it('runs as one of the platform does, whatever is started and stopped', () => {
    const step = fc.record({
      wait: fc.nat(30),
      milliseconds: fc.constantFrom(0, 7, 20, 50),
      stops: fc.option(fc.nat(20)),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), steps => {
        const [runs, expected]: [string[], string[]] = [[], []]
        const now = (): number => Math.round(performance.now())
        const stops: (() => void)[] = []
        for (const [i, { wait, milliseconds, stops: stopped }] of steps.entries()) {
          const timer = setTimeout(() => expected.push(`${i} at ${now()}`), Math.max(1, milliseconds))
          const stop = startTimer(Math.max(1, milliseconds), () => runs.push(`${i} at ${now()}`))
          stops.push(() => {
            clearTimeout(timer)
            stop()
          })
          if (stopped !== null) stops[stopped]?.()
          jest.advanceTimersByTime(wait)
        }
        jest.runAllTimers()
        expect(runs.sort()).toEqual(expected.sort())
      }),
    )
  })
})

it('a shared timer keeps the process alive while somebody waits, and no longer', () => {
  const alive = (): number => process.getActiveResourcesInfo().filter(name => name === 'Timeout').length
  const before = alive()
  for (let round = 0; round < 3; round++) {
    const stops = [startTimer(60_000, () => {}), startTimer(60_000, () => {})]
    expect(alive()).toBe(before + 1)
    for (const stop of stops) stop()
    expect(alive()).toBe(before)
  }
})
