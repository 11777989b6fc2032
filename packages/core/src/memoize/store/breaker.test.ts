import fc from 'fast-check'
import { type Breaker, type BreakerEvent, breakerFor, closedBreaker, secondsUntilRetry } from './breaker.js'

const next = breakerFor({ threshold: 1, retryAfter: 30_000 })
const patient = breakerFor({ threshold: 3, retryAfter: 30_000 })

type Step = readonly [event: BreakerEvent, now: number]

const run = (step: typeof next, ...steps: readonly Step[]): Breaker =>
  steps.reduce((breaker, [event, now]) => step(breaker, event, now), closedBreaker)

const asked = { kind: 'asked' } as const
const succeeded = (round: number) => ({ kind: 'succeeded', round }) as const
const failed = (round: number) => ({ kind: 'failed', round }) as const

describe('the breaker (docs/caching.md, Breaker)', () => {
  it('opens on the first failure for the time that is set', () => {
    expect(run(next, [asked, 0], [failed(0), 250])).toEqual({ kind: 'open', round: 1, until: 30_250 })
  })

  it('opens after as many failures in a row as are asked for', () => {
    const twice: Step[] = [
      [failed(0), 1],
      [failed(0), 2],
    ]
    expect(run(patient, ...twice)).toEqual({ kind: 'closed', round: 0, failures: 2 })
    expect(run(patient, ...twice, [failed(0), 3]).kind).toBe('open')
    expect(run(patient, ...twice, [succeeded(0), 3], [failed(0), 4])).toEqual({ kind: 'closed', round: 0, failures: 1 })
  })

  it('lets one caller try when the time is over, and closes when the store answers', () => {
    const open: Step[] = [[failed(0), 0]]
    expect(run(next, ...open, [asked, 29_999]).kind).toBe('open')
    expect(run(next, ...open, [asked, 30_000])).toEqual({ kind: 'halfOpen', round: 1 })
    expect(run(next, ...open, [asked, 30_000], [asked, 30_001])).toEqual({ kind: 'halfOpen', round: 1 })
    expect(run(next, ...open, [asked, 30_000], [succeeded(1), 30_010])).toEqual({
      kind: 'closed',
      round: 1,
      failures: 0,
    })
  })

  it('opens again for as long when the attempt fails, at once also with a higher threshold', () => {
    expect(run(next, [failed(0), 0], [asked, 30_000], [failed(1), 30_250])).toEqual({
      kind: 'open',
      round: 2,
      until: 60_250,
    })
    const open: Step[] = [failed(0), failed(0), failed(0)].map(event => [event, 0])
    expect(run(patient, ...open, [asked, 30_000], [failed(1), 30_250]).kind).toBe('open')
  })

  it('is not moved by what began before it opened, neither closed nor kept open for longer', () => {
    const open = run(next, [failed(0), 0])
    expect(run(next, [failed(0), 0], [succeeded(0), 1], [failed(0), 2])).toEqual(open)
    const closedAgain: Step[] = [
      [failed(0), 0],
      [asked, 30_000],
      [succeeded(1), 30_001],
    ]
    expect(run(next, ...closedAgain, [failed(0), 30_002]).kind).toBe('closed')
  })

  it('is not moved by an answer to a request that nobody made', () => {
    const open = run(next, [failed(0), 0])
    expect(run(next, [failed(0), 0], [succeeded(1), 1], [failed(1), 2])).toEqual(open)
  })

  it('tells the seconds until it tries again, to the millisecond', () => {
    const open = run(next, [failed(0), 0])
    expect(secondsUntilRetry(open, 0)).toBe(30)
    expect(secondsUntilRetry(open, 1234.4)).toBe(28.766)
    expect(secondsUntilRetry(open, 99_999)).toBe(0)
    expect(secondsUntilRetry({ kind: 'halfOpen', round: 1 }, 0)).toBe(0)
    expect(secondsUntilRetry(closedBreaker, 0)).toBe(0)
  })
})

// Case 38: callers ask at any time and answers come in any order, however late; the model knows only what a person
// would note.
describe('any sequence of callers, answers and time (docs/caching.md, Breaker)', () => {
  const action = fc.oneof(
    fc.record({ kind: fc.constant('ask' as const) }),
    fc.record({ kind: fc.constant('answer' as const), which: fc.nat(20), ok: fc.boolean() }),
    fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 400 }) }),
  )

  interface Request {
    readonly isProbe: boolean
    readonly round: number
    readonly opening: number
  }

  it.each([1, 2, 5])('follows the model with a threshold of %d', threshold => {
    const retryAfter = 300
    const step = breakerFor({ threshold, retryAfter })
    const property = fc.property(fc.array(action, { maxLength: 60, size: 'max' }), actions => {
      let breaker = closedBreaker
      let now = 0
      const running: Request[] = []
      const seen: unknown[] = []
      const expected: unknown[] = []
      const model = { openUntil: null as number | null, halfOpen: false, inRow: 0, openings: 0 }
      for (const each of actions) {
        if (each.kind === 'wait') now += each.ms
        if (each.kind === 'ask') {
          const before = breaker
          breaker = step(breaker, { kind: 'asked' }, now)
          const isDue = model.openUntil !== null && !model.halfOpen && now >= model.openUntil
          seen.push(before.kind === 'open' && breaker.kind === 'halfOpen')
          expected.push(isDue)
          if (isDue) model.halfOpen = true
          if (isDue || breaker.kind === 'closed')
            running.push({ isProbe: isDue, round: breaker.round, opening: model.openings })
        }
        if (each.kind === 'answer') {
          const [request] = running.splice(each.which % Math.max(1, running.length), 1)
          if (!request) continue
          breaker = step(breaker, { kind: each.ok ? 'succeeded' : 'failed', round: request.round }, now)
          const counts = request.isProbe || (model.openUntil === null && request.opening === model.openings)
          if (!counts) continue
          model.inRow = each.ok ? 0 : model.inRow + 1
          if (each.ok) model.openUntil = null
          else if (request.isProbe || model.inRow >= threshold) {
            model.openUntil = now + retryAfter
            model.openings++
            model.inRow = 0
          }
          if (request.isProbe) model.halfOpen = false
        }
        seen.push(breaker.kind === 'open' ? breaker.until : breaker.kind, secondsUntilRetry(breaker, now) >= 0)
        expected.push(model.openUntil === null ? 'closed' : model.halfOpen ? 'halfOpen' : model.openUntil, true)
        seen.push(running.filter(({ isProbe }) => isProbe).length <= 1)
        expected.push(true)
      }
      expect(seen).toEqual(expected)
    })
    fc.assert(property, { numRuns: 1000 })
  })
})
