import { createApp } from '@plenum/express-adapter'
import {
  createTestSite,
  freshStores,
  type OpenStore,
  type PollClient,
  pollClient,
  type TestClock,
  type TestUser,
} from '@plenum/testkit'
import { openDatabase } from '../database.js'
import { shippedCatalogs } from '../languages/loadCatalogs.js'

const catalogs = shippedCatalogs()
const [opens, closes] = [Date.UTC(2027, 0, 1, 0, 1), Date.UTC(2027, 0, 1, 0, 5)]
const dates = { open_date: '2027-01-01T00:01:00+00:00', close_date: '2027-01-01T00:05:00+00:00' }

let clock: TestClock
let polls: PollClient

async function begin(openStore: OpenStore): Promise<void> {
  const test = await createTestSite({ store: openStore(), languages: Object.keys(catalogs) })
  clock = test.clock
  polls = pollClient(test, createApp(test.site, { publicUrl: 'http://site.example', catalogs }))
  await polls.addPage('polls', true)
}

const stores = freshStores(file => openDatabase(file).content, afterAll)

describe.each(stores)('dates of polls stored in %s', (_name, openStore) => {
  beforeEach(() => begin(openStore))

  const read = async (path: string, as?: TestUser) => (await polls.read(path, as).expect(200)).body
  const date = (path: string, body: object, as: TestUser = 'max') => polls.send('patch', path, as).send(body)

  describe('limit voting', () => {
    it('to the time from the first until before the last, to the millisecond', async () => {
      const path = await polls.addOpen(dates)
      const observed = []
      for (const [moment, as] of [
        [opens - 1, 'mia'],
        [opens, 'mia'],
        [closes - 1, 'rea'],
        [closes, 'rex'],
      ] as const) {
        clock.now = moment
        const { can_vote, expired } = await read(path, as)
        observed.push([can_vote, expired, (await polls.vote(path, { option_id: 0 }, as)).status])
      }
      expect(observed).toEqual([
        [false, false, 403],
        [true, false, 200],
        [true, false, 200],
        [false, true, 403],
      ])
      expect((await polls.storedVotes(path)).counts).toEqual([[0, 2]])
    })

    it('with a type of error for each, for every permitted caller and any body', async () => {
      const path = await polls.addOpen(dates)
      for (const [moment, type] of [
        [opens - 1, 'PollNotOpen'],
        [closes, 'PollClosed'],
      ] as const) {
        clock.now = moment
        for (const as of ['mia', 'rex', 'max', undefined] as const)
          for (const sent of [{ option_id: 0 }, { option_id: 9 }, 'not JSON', '']) {
            const { body, headers } = await polls.vote(path, sent, as).expect(403)
            expect(body).toEqual({ error: { type, message: expect.any(String) } })
            expect(headers['cache-control']).toBe('private, no-store')
            expect(headers).not.toHaveProperty('set-cookie')
          }
      }
      expect(await polls.storedVotes(path)).toEqual({ counts: [], voters: [] })
    })

    it('for earlier voters too, who get the date as the first reason', async () => {
      const path = await polls.addOpen(dates)
      clock.now = opens
      await polls.vote(path, { option_id: 0 }, 'mia').expect(200)
      clock.now = closes
      expect((await polls.vote(path, { option_id: 0 }, 'mia').expect(403)).body.error.type).toBe('PollClosed')
    })

    it('but are not checked for callers without permission', async () => {
      const path = await polls.addOpen({ ...dates, allow_anonymous: false })
      expect((await polls.vote(path, { option_id: 0 }).expect(401)).body.type).toBe('Unauthorized')
      await polls.move(path, 'close')
      clock.now = closes
      expect((await polls.vote(path, { option_id: 0 }, 'mia').expect(403)).body.type).toBe('Forbidden')
    })

    it.each([
      ['de', 'Diese Umfrage nimmt noch keine Stimmen an.', 'Diese Umfrage nimmt keine Stimmen mehr an.'],
      ['pt', 'Esta enquete ainda não recebe votos.', 'Esta enquete não recebe mais votos.'],
      ['es', 'Esta encuesta todavía no admite votos.', 'Esta encuesta ya no admite votos.'],
    ])('with a message in %s', async (language, early, late) => {
      const path = await polls.addOpen(dates)
      const messages = async () =>
        (await polls.vote(path, {}, 'mia').set('Accept-Language', language).expect(403)).body.error.message
      const before = await messages()
      clock.now = closes
      expect([before, await messages()]).toEqual([early, late])
    })
  })

  describe('appear in the payload', () => {
    it('in UTC; a poll without dates has none of the three keys, and its content has null for both', async () => {
      const path = await polls.addOpen()
      for (const key of ['open_date', 'close_date', 'expired']) expect(await read(path)).not.toHaveProperty(key)
      const { body } = await polls.send('get', path, 'max').expect(200)
      expect(body).toMatchObject({ open_date: null, close_date: null })
      const sent = { open_date: '2027-01-01T01:01:00+01:00', close_date: '2026-12-31T23:05:00-01:00' }
      expect(await read(await polls.addOpen(sent))).toMatchObject(dates)
    })

    it('with null for a missing one', async () => {
      const [endless, begun] = [{ open_date: dates.open_date }, { close_date: dates.close_date }]
      const [one, other] = [await polls.addOpen(endless), await polls.addOpen(begun)]
      expect([(await read(one, 'mia')).can_vote, (await read(other, 'mia')).can_vote]).toEqual([false, true])
      clock.now = closes
      expect([(await read(one, 'mia')).can_vote, (await read(other, 'mia')).can_vote]).toEqual([true, false])
    })

    it('with the results after the last date for all callers, even if hidden before, like a closed poll', async () => {
      const path = await polls.addOpen({ ...dates, show_results: false })
      clock.now = opens
      await polls.vote(path, { option_id: 0 }, 'rea').expect(200)
      for (const as of [undefined, 'mia', 'rea'] as const) expect((await read(path, as)).results).toBeNull()
      clock.now = closes
      for (const as of [undefined, 'mia', 'rea'] as const)
        expect(await read(path, as)).toMatchObject({ state: 'open', expired: true, total_votes: 1 })
    })

    it('without results for a poll that is not open', async () => {
      const path = await polls.add(dates)
      clock.now = closes
      expect(await read(path, 'rea')).toMatchObject({ state: 'private', expired: true, results: null })
    })
  })

  describe('limit caching', () => {
    const shared = async (path: string) => (await polls.read(path)).headers['cache-control']

    it('so s-maxage ends at the next date', async () => {
      const path = await polls.addOpen(dates)
      const observed = []
      for (const moment of [0, 59_000, 59_999, 60_000, 179_000, 180_000, 239_500, 300_000, 400_000]) {
        clock.now = Date.UTC(2027, 0, 1) + moment
        observed.push((await shared(path))?.replace('max-age=0, s-maxage=', ''))
      }
      expect(observed).toEqual(['60', '1', '0', '120', '120', '120', '60', '120', '120'])
    })

    it('so the ETag changes at each date, and only then', async () => {
      const path = await polls.addOpen(dates)
      const tags = []
      for (const moment of [opens - 60_000, opens - 1, opens, closes - 1, closes, closes + 1]) {
        clock.now = moment
        tags.push((await polls.read(path)).headers.etag)
      }
      const [a, b, c, d, e, f] = tags
      expect([a, c, e]).toEqual([b, d, f])
      expect(new Set(tags).size).toBe(3)
      await polls.read(path).set('If-None-Match', String(c)).expect(200)
      expect((await polls.read(path).set('If-None-Match', String(e)).expect(304)).headers['cache-control']).toContain(
        '120',
      )
    })
  })

  describe('can be changed', () => {
    it.each([[['open']], [['open', 'close']]])(
      'by callers who may close polls, and only these fields, after %j',
      async transitions => {
        const path = await polls.add()
        await polls.move(path, ...transitions)
        for (const as of ['rex', 'sia', 'max'] as const) await date(path, dates, as).expect(204)
        expect(await read(path)).toMatchObject(dates)
        const representation = await date(path, { close_date: null }, 'rex').set('Prefer', 'return=representation')
        expect([representation.status, representation.body.close_date]).toEqual([200, null])
        for (const as of ['mia', 'edi', 'con', 'rea'] as const) await date(path, { close_date: null }, as).expect(401)
        await polls.send('patch', path).send(dates).expect(401)
        for (const more of [{ title: 'x' }, { options: [] }, { id: 'x' }, { show_results: false }])
          await date(path, { ...dates, ...more }).expect(401)
        await date(path, {}).expect(401)
        expect(await read(path)).toMatchObject({ open_date: dates.open_date, close_date: null, show_results: true })
      },
    )

    it('but not before the poll is open by callers who may close but not edit it', async () => {
      const path = await polls.add()
      await polls.post(`${path}/@sharing`, { entries: [{ id: 'rex', roles: { Reader: true } }] }).expect(204)
      await date(path, dates, 'rex').expect(401)
      await date(path, dates, 'edi').expect(204)
      expect(await read(path, 'rex')).toMatchObject(dates)
    })

    it('but not by callers who may not view it', async () => {
      const path = await polls.addOpen()
      await polls.move('/polls', 'retract')
      await date(path, dates, 'rex').expect(401)
      await date(path, dates, 'sia').expect(204)
    })

    it('so that the poll accepts votes again immediately, with all voters and votes', async () => {
      const path = await polls.addOpen({ close_date: dates.close_date })
      await polls.vote(path, { option_id: 0 }, 'mia').expect(200)
      clock.now = closes
      await polls.vote(path, { option_id: 0 }, 'rea').expect(403)
      await date(path, { close_date: '2027-02-01' }, 'rex').expect(204)
      await polls.vote(path, { option_id: 0 }, 'rea').expect(200)
      expect((await polls.vote(path, { option_id: 0 }, 'mia').expect(403)).body.error.type).toBe('AlreadyVoted')
      expect(await read(path)).toMatchObject({ total_votes: 2, expired: false })
    })

    it('but not to a close before the open date, nor to an invalid time', async () => {
      const path = await polls.addOpen(dates)
      for (const bad of [{ close_date: dates.open_date }, { open_date: dates.close_date }, { open_date: 'soon' }]) {
        const { body } = await date(path, bad, 'rex').expect(400)
        expect(body).toMatchObject({ type: 'BadRequest', errors: [{ message: expect.any(String) }] })
      }
      expect(await read(path)).toMatchObject(dates)
    })
  })
})
