import { type AppOptions, createApp } from '@plenum/express-adapter'
import {
  createTestSite,
  freshStores,
  type OpenStore,
  type PollClient,
  pollClient,
  type TestSite,
  type TestUser,
} from '@plenum/testkit'
import { openDatabase } from '../database.js'
import { shippedCatalogs } from '../languages/loadCatalogs.js'

const base = 'http://site.example'
const catalogs = shippedCatalogs()

let test: TestSite
let polls: PollClient

async function begin(store: ReturnType<OpenStore>): Promise<void> {
  test = await createTestSite({ store, languages: Object.keys(catalogs) })
  polls = pollClient(test, createApp(test.site, {}))
  await polls.addPage('polls', true)
}

interface Sent {
  readonly sent?: object | string
  readonly as?: TestUser
  readonly from?: string
}

const stores = freshStores(file => openDatabase(file).content, afterAll)

describe.each(stores)('too many votes from one address, in polls stored in %s', (_name, openStore) => {
  beforeEach(() => begin(openStore()))

  /**
   * Returns a function that votes through a separate application for the site. The application receives the address of
   * the voter in a header, as from a proxy.
   */
  function limited(voteRateLimit: number, more: AppOptions = {}) {
    const { vote } = pollClient(
      test,
      createApp(test.site, { publicUrl: base, trustProxy: true, voteRateLimit, ...more }),
    )
    return (path: string, { sent = { option_id: 0 }, as, from = '192.0.2.1' }: Sent = {}) =>
      vote(path, sent, as).set('X-Forwarded-For', from)
  }
  it('are 429 with the seconds to wait, change nothing and set no cookie', async () => {
    const path = await polls.addOpen()
    const vote = limited(2)
    await vote(path).expect(200)
    await vote(path).expect(200)
    const { body, headers } = await vote(path).expect(429)
    expect(body).toEqual({ type: 'TooManyRequests', message: expect.any(String), context: `${base}${path}` })
    const seconds = Number(headers['retry-after'])
    expect(seconds > 55 && seconds <= 60).toBe(true)
    expect(body.message).toContain(String(seconds))
    expect(headers['cache-control']).toBe('private, no-store')
    expect(headers).not.toHaveProperty('set-cookie')
    expect((await polls.read(path)).body.total_votes).toBe(2)
  })

  it('are those of visitors: members vote as before, and reads are not counted', async () => {
    const path = await polls.addOpen()
    const vote = limited(1)
    await vote(path).expect(200)
    await vote(path).expect(429)
    for (const as of ['mia', 'rea', 'rex'] as const) await vote(path, { as }).expect(200)
    await vote(path, { as: 'mia' }).expect(403)
    await polls.read(path).set('X-Forwarded-For', '192.0.2.1').expect(200)
  })

  it('are counted over all polls, per address, or per network for IPv6', async () => {
    const [one, other] = [await polls.addOpen(), await polls.addOpen()]
    const vote = limited(1)
    await vote(one).expect(200)
    await vote(other).expect(429)
    await vote(other, { from: '192.0.2.2' }).expect(200)
    await vote(one, { from: '2001:db8:1:2::1' }).expect(200)
    await vote(one, { from: '2001:db8:1:2:aaaa::9' }).expect(429)
    await vote(one, { from: '2001:db8:1:3::1' }).expect(200)
  })

  it('are checked before dates, body, an earlier vote and the choice', async () => {
    const [open, over] = [await polls.addOpen(), await polls.addOpen({ close_date: '2027-01-01T00:00:00+00:00' })]
    for (const [path, sent, status] of [
      [over, { option_id: 0 }, 403],
      [open, 'not JSON', 400],
      [open, { option_id: 9 }, 400],
    ] as const) {
      const vote = limited(1)
      await vote(path, { sent }).expect(status)
      await vote(path, { sent }).expect(429)
      await vote(open).expect(429)
    }
  })

  it('do not include votes without permission', async () => {
    const path = await polls.addOpen()
    await polls.move(path, 'close')
    const vote = limited(1)
    for (let i = 0; i < 3; i++) await vote(path).expect(401)
    await vote('/polls').expect(404)
    await polls.move(path, 'open')
    await vote(path).expect(200)
    await vote(path).expect(429)
  })

  it('are reported in the language of the voter', async () => {
    const path = await polls.addOpen()
    const vote = limited(1, { catalogs })
    await vote(path).expect(200)
    for (const [language, begins] of [
      ['de', 'Von Ihrer Adresse kommen zu viele Stimmen.'],
      ['pt', 'Chegam votos demais do seu endereço.'],
      ['es', 'Llegan demasiados votos desde su dirección.'],
    ] as const)
      expect((await vote(path).set('Accept-Language', language).expect(429)).body.message).toContain(begins)
  })

  it('are not limited if the limit is 0 or not set', async () => {
    const path = await polls.addOpen()
    const vote = limited(0)
    for (let i = 0; i < 8; i++) await vote(path).expect(200)
    for (let i = 0; i < 8; i++) await polls.vote(path, { option_id: 0 }).expect(200)
  })

  it('are counted by the address of the connection, or of the client behind a trusted proxy', async () => {
    const path = await polls.addOpen()
    const vote = limited(1, { trustProxy: false })
    await vote(path, { from: '192.0.2.1' }).expect(200)
    await vote(path, { from: '192.0.2.2' }).expect(429)
  })
})

it('a vote that is decided again is counted once', async () => {
  const [[, openStore]] = stores as [(typeof stores)[number]]
  const store = openStore()
  let moved = 3
  await begin({ ...store, cast: async ballot => (moved-- > 0 ? 'moved' : store.cast(ballot)) })
  const path = await polls.addOpen()
  const { vote } = pollClient(test, createApp(test.site, { voteRateLimit: 1 }))
  await vote(path, { option_id: 0 }).expect(200)
  expect(moved).toBe(-1)
  await vote(path, { option_id: 0 }).expect(429)
})
