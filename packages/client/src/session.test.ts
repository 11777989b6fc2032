import { createSession } from './session.js'

const tokenFor = (seconds: number, id: string): string => {
  const payload = Buffer.from(JSON.stringify({ sub: id, exp: seconds })).toString('base64url')
  return `header.${payload}.signature`
}

const hour = 3_600_000

function sessionOf(renew: (token: string) => Promise<string>) {
  const clock = { now: 0 }
  const tokens: (string | null)[] = []
  const session = createSession({
    token: tokenFor(3600, 'a'),
    renew,
    onToken: token => tokens.push(token),
    now: () => clock.now,
  })
  return { session, clock, tokens }
}

describe('a token', () => {
  it('is renewed once after 90 % of its lifetime, before the next request', async () => {
    let renewals = 0
    const { session, clock, tokens } = sessionOf(async () => tokenFor(7200, `renewed ${++renewals}`))
    clock.now = 0.89 * hour
    expect([await session.current(), renewals]).toEqual([tokenFor(3600, 'a'), 0])
    clock.now = 0.91 * hour
    const all = await Promise.all([session.current(), session.current(), session.current()])
    expect([...new Set(all), renewals]).toEqual([tokenFor(7200, 'renewed 1'), 1])
    expect(tokens).toEqual([tokenFor(7200, 'renewed 1')])
    expect([await session.current(), renewals]).toEqual([tokenFor(7200, 'renewed 1'), 1])
  })

  it('is sent if its renewal fails, and is renewed again a minute later', async () => {
    let attempts = 0
    const { session, clock } = sessionOf(async () => {
      attempts++
      throw new TypeError('The connection failed.')
    })
    clock.now = 0.95 * hour
    expect(await session.current()).toBe(tokenFor(3600, 'a'))
    await session.current()
    expect(attempts).toBe(1)
    clock.now += 61_000
    await session.current()
    expect(attempts).toBe(2)
  })

  it('is renewed at most once a minute if the clocks differ', async () => {
    let renewals = 0
    const { session, clock } = sessionOf(async () => {
      renewals++
      return tokenFor(3600, 'past')
    })
    clock.now = 10 * hour
    for (let i = 0; i < 5; i++) await session.current()
    expect(renewals).toBe(1)
  })

  it('of a logout during a renewal is not replaced', async () => {
    let finish: (token: string) => void = () => {}
    const { session, clock } = sessionOf(() => new Promise(resolve => (finish = resolve)))
    clock.now = 0.95 * hour
    const request = session.current()
    session.set(null)
    finish(tokenFor(7200, 'b'))
    expect([await request, session.token]).toEqual([null, null])
  })

  it.each(['no token', 'a.b.c', tokenFor(Number.NaN, 'x')])(
    'without an expiration is never renewed: %s',
    async token => {
      const renew = () => Promise.reject(new Error('renewed'))
      const session = createSession({ token, renew, onToken: undefined, now: () => Number.MAX_SAFE_INTEGER })
      expect(await session.current()).toBe(token)
    },
  )
})
