import fc from 'fast-check'
import {
  type Breaker,
  type BreakerEvent,
  breakerFor,
  closedBreaker,
  pingInterval,
  secondsUntilRetry,
} from './breaker.js'

const next = breakerFor({ threshold: 3, retryAfter: 30_000 })

type Step = readonly [event: BreakerEvent, now: number]

const run = (step: typeof next, ...steps: readonly Step[]): Breaker =>
  steps.reduce((breaker, [event, now]) => step(breaker, event, now), closedBreaker)

const succeeded = (round: number) => ({ kind: 'succeeded', round }) as const
const failed = (round: number) => ({ kind: 'failed', round }) as const
const refusal = (round: number) => ({ kind: 'failed', round, isRefused: true }) as const
const answered = { kind: 'answered' } as const
const waiting = (milliseconds: number) => ({ kind: 'waiting', milliseconds }) as const

const opening: Step[] = [
  [failed(0), 1],
  [failed(0), 2],
  [failed(0), 3],
]

describe('the breaker (docs/caching.md, Breaker)', () => {
  it('opens after consecutive failures', () => {
    expect(run(next, ...opening.slice(1))).toEqual({ kind: 'closed', round: 0, failures: 2 })
    expect(run(next, ...opening)).toEqual({ kind: 'open', round: 1, until: 1003 })
    const interrupted: Step[] = [...opening.slice(1), [succeeded(0), 3], [failed(0), 4]]
    expect(run(next, ...interrupted)).toEqual({ kind: 'closed', round: 0, failures: 1 })
  })

  it('opens immediately if the connection is refused', () => {
    expect(run(next, [refusal(0), 5])).toEqual({ kind: 'open', round: 1, until: 1005 })
  })

  it('closes when the store answers a PING', () => {
    expect(run(next, ...opening, [answered, 1010])).toEqual({ kind: 'closed', round: 1, failures: 0 })
    const failures: Step[] = [10, 20].map(now => [failed(1), 1010 + now])
    expect(run(next, ...opening, [answered, 1010], ...failures).kind).toBe('closed')
  })

  it('ignores outcomes of requests that began before it opened', () => {
    const open = run(next, ...opening)
    expect(run(next, ...opening, [succeeded(0), 4], [refusal(0), 5], [succeeded(1), 6])).toEqual(open)
    expect(run(next, ...opening, [answered, 1010], [refusal(0), 1011]).kind).toBe('closed')
  })

  it('returns the seconds until the next PING, to the millisecond, and at most retry_after', () => {
    const open = run(next, ...opening)
    expect(secondsUntilRetry(open, 3)).toBe(1)
    expect(secondsUntilRetry(open, 236.6)).toBe(0.766)
    expect(secondsUntilRetry(open, 99_999)).toBe(0)
    expect(secondsUntilRetry(run(next, ...opening, [waiting(400), 1600]), 1700)).toBe(0.3)
    const hasty = breakerFor({ threshold: 1, retryAfter: 50 })
    expect(secondsUntilRetry(run(hasty, [failed(0), 0]), 0)).toBe(0.05)
    expect(secondsUntilRetry(run(hasty, [failed(0), 0], [waiting(1000), 9]), 9)).toBe(0.05)
    expect(secondsUntilRetry(closedBreaker, 0)).toBe(0)
  })
})

// The replies arrive in any order and at any time. The breaker is compared with a model that contains only observable
// events.
describe('any sequence of requests, answers and time (docs/caching.md, Breaker)', () => {
  const action = fc.oneof(
    fc.record({ kind: fc.constant('ask' as const) }),
    fc.record({
      kind: fc.constant('answer' as const),
      which: fc.nat(20),
      outcome: fc.constantFrom('ok', 'late', 'no'),
    }),
    fc.record({ kind: fc.constant('ping' as const) }),
    fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 400 }) }),
  )

  it.each([1, 2, 5])('agrees with the model for a threshold of %d', threshold => {
    const retryAfter = 300
    const step = breakerFor({ threshold, retryAfter })
    const property = fc.property(fc.array(action, { maxLength: 60, size: 'max' }), actions => {
      let breaker = closedBreaker
      let now = 0
      const running: { readonly round: number; readonly opening: number }[] = []
      const model = { isOpen: false, inRow: 0, openings: 0 }
      for (const each of actions) {
        if (each.kind === 'wait') now += each.ms
        if (each.kind === 'ask' && breaker.kind === 'closed')
          running.push({ round: breaker.round, opening: model.openings })
        if (each.kind === 'ping' && model.isOpen) {
          breaker = step(breaker, answered, now)
          Object.assign(model, { isOpen: false, inRow: 0 })
        }
        if (each.kind === 'answer') {
          const [request] = running.splice(each.which % Math.max(1, running.length), 1)
          if (!request) continue
          const event = { ok: succeeded, late: failed, no: refusal }[each.outcome as 'ok' | 'late' | 'no']
          breaker = step(breaker, event(request.round), now)
          if (!model.isOpen && request.opening === model.openings) {
            model.inRow = each.outcome === 'ok' ? 0 : model.inRow + 1
            model.isOpen = model.inRow >= threshold || each.outcome === 'no'
            if (model.isOpen) model.openings++
          }
        }
        const seconds = secondsUntilRetry(breaker, now)
        expect([breaker.kind === 'open', seconds <= Math.min(retryAfter, pingInterval) / 1000]).toEqual([
          model.isOpen,
          true,
        ])
      }
    })
    fc.assert(property, { numRuns: 1000 })
  })
})
