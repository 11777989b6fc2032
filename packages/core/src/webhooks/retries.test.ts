import { pauseAfter } from '../foundation/backoff.js'
import { afterAttempt, repeated } from './retries.js'
import type { Delivery, Webhook } from './webhook.js'

const hour = 3_600_000

const webhook: Webhook = {
  id: 'a',
  title: '',
  address: 'https://hooks.example/',
  secrets: [],
  filter: { kinds: [], types: [], workflows: [], path: '/' },
  isPaused: false,
  position: 0,
  failures: 0,
  retryAt: 0,
  created: 0,
  creator: null,
}

const delivery: Delivery = {
  id: 'msg_1',
  webhook: 'a',
  kind: 'added',
  position: 1,
  body: '{}',
  created: 0,
  since: 0,
  state: 'waiting',
  due: 0,
  attempts: 0,
  last: null,
}

const attemptAt = (time: number, error: 'time' | null) => ({ time, status: null, error, milliseconds: 1 })

describe('pauses between attempts', () => {
  it('are four times as long after each failure, up to two hours', () => {
    const pauses = [1, 2, 3, 4, 5, 6, 7, 50, 1000].map(failures => pauseAfter(failures, 0.5))
    expect(pauses).toEqual([5_000, 20_000, 80_000, 320_000, 1_280_000, 5_120_000, 2 * hour, 2 * hour, 2 * hour])
  })

  it('are 20% shorter or longer by chance', () => {
    expect([pauseAfter(1, 0), pauseAfter(1, 1)]).toEqual([4_000, 6_000])
  })
})

describe('a failed attempt', () => {
  it('delays its message, and all messages of the webhook from the third failure', () => {
    let current = { webhook, delivery }
    const retries: number[] = []
    for (let i = 0; i < 4; i++) {
      current = afterAttempt(current, attemptAt(1000, 'time'), 0.5)
      retries.push(current.webhook.retryAt)
    }
    expect(retries).toEqual([0, 0, 6_000, 21_000])
    expect(current).toMatchObject({
      webhook: { failures: 4 },
      delivery: { attempts: 4, due: 321_000, state: 'waiting' },
    })
  })

  it('parks the message if the next attempt would be later than 24 hours after its creation', () => {
    const late = { ...delivery, attempts: 20 }
    expect(afterAttempt({ webhook, delivery: late }, attemptAt(21 * hour, 'time'), 0.5).delivery.state).toBe('waiting')
    expect(afterAttempt({ webhook, delivery: late }, attemptAt(23 * hour, 'time'), 0.5).delivery.state).toBe('parked')
  })
})

it('a successful attempt ends the message and the pause of its webhook', () => {
  const failing = { ...webhook, failures: 7, retryAt: 5 }
  const after = afterAttempt({ webhook: failing, delivery }, attemptAt(9, null), 0.5)
  expect(after).toMatchObject({ webhook: { failures: 0, retryAt: 0 }, delivery: { state: 'delivered', attempts: 1 } })
})

it('a repeated delivery has the same id and body, and another 24 hours', () => {
  const parked: Delivery = { ...delivery, state: 'parked', attempts: 12 }
  expect(repeated(parked, 30 * hour)).toEqual({ ...delivery, since: 30 * hour, due: 30 * hour })
})
