import { createApp } from '@plenum/express-adapter'
import {
  createTestSite,
  freshStores,
  type OpenStore,
  type PollClient,
  pollClient,
  type TestSite,
  voteCookie,
} from '@plenum/testkit'
import { openDatabase } from '../database.js'

let test: TestSite
let polls: PollClient

async function begin(openStore: OpenStore): Promise<void> {
  test = await createTestSite({ store: openStore() })
  polls = pollClient(test, createApp(test.site, { publicUrl: 'http://site.example' }))
  await polls.addPage('polls', true)
}

const three = {
  options: ['Red', 'Green', 'Blue'].map(description => ({ description })),
  max_choices: 2,
}
const member = (id: string) => ({ kind: 'member', id })
const visitor = { kind: 'visitor', token: expect.stringMatching(/^[\w-]{22}$/) }

const stores = freshStores(file => openDatabase(file).content, afterAll)

describe.each(stores)('votes in polls stored in %s', (_name, openStore) => {
  beforeEach(() => begin(openStore))

  const numbersIn = (body: { results: readonly { votes: number; percentage: number }[] }) =>
    body.results.map(({ votes, percentage }) => [votes, percentage])

  describe('of members', () => {
    it('count for the chosen options, and set no cookie', async () => {
      const path = await polls.addOpen()
      const { headers, body } = await polls.vote(path, { option_id: 1 }, 'mia').expect(200)
      expect(headers['cache-control']).toBe('private, no-store')
      expect(headers).not.toHaveProperty('set-cookie')
      expect(body).toMatchObject({
        '@id': `http://site.example${path}/@poll`,
        can_vote: true,
        has_voted: true,
        total_votes: 1,
      })
      expect(numbersIn(body)).toEqual([
        [0, 0],
        [1, 1],
      ])
      expect(await polls.storedVotes(path)).toEqual({ counts: [[1, 1]], voters: [member('mia')] })
    })

    it('are stored with a sorted list of voters, regardless of the order of the votes', async () => {
      const path = await polls.addOpen()
      for (const as of ['rex', 'edi', undefined, 'max', 'con'] as const)
        await polls.vote(path, { option_id: 0 }, as).expect(200)
      expect((await polls.storedVotes(path)).voters).toEqual([...['con', 'edi', 'max', 'rex'].map(member), visitor])
    })

    it('do not change the poll: neither its dates, its address, its history nor its versions', async () => {
      const path = await polls.addOpen()
      const before = [(await polls.get(path)).body, (await polls.get(`${path}/@history`)).body]
      for (const as of ['mia', 'rea', undefined] as const) {
        test.clock.now += 60_000
        await polls.vote(path, { option_id: 0 }, as).expect(200)
      }
      expect([(await polls.get(path)).body, (await polls.get(`${path}/@history`)).body]).toEqual(before)
    })

    it('may be sent as a list of one', async () => {
      const path = await polls.addOpen()
      await polls.vote(path, { option_ids: [1] }, 'mia').expect(200)
      expect((await polls.storedVotes(path)).counts).toEqual([[1, 1]])
    })

    it('may be sent with more keys, in any order, from a page of the site', async () => {
      const path = await polls.addOpen(three)
      const body = { why: null, option_ids: [2, 1], option: 9 }
      await polls.vote(path, body, 'mia').set('Sec-Fetch-Site', 'same-origin').expect(200)
      const late = '\ufeff {"option_id": 0}\n'
      await polls.vote(path, late, 'rea').set('Content-Type', 'application/vote+json; charset=utf-8').expect(200)
      await polls.vote(path, '{"option_id": 9, "option_id": 2}', 'rex').expect(200)
      await polls.vote(path, '{"option_id": -0}', 'edi').expect(200)
      expect((await polls.storedVotes(path)).counts).toEqual([
        [0, 2],
        [1, 1],
        [2, 2],
      ])
    })

    it('count for voters who may not see results, and show none', async () => {
      const path = await polls.addOpen({ show_results: false })
      const hidden = { has_voted: true, total_votes: null, results: null }
      for (const as of ['mia', undefined] as const)
        expect((await polls.vote(path, { option_id: 0 }, as).expect(200)).body).toMatchObject(hidden)
      const { body } = await polls.vote(path, { option_id: 0 }, 'rex').expect(200)
      expect(body).toMatchObject({ has_voted: true, total_votes: 3 })
    })
  })

  describe('of visitors', () => {
    it('count without a CSRF token, and has_voted is true only in the response to the vote', async () => {
      const path = await polls.addOpen()
      const { body } = await polls.vote(path, { option_id: 0 }).expect(200)
      expect(body).toMatchObject({ has_voted: true, total_votes: 1 })
      expect(await polls.storedVotes(path)).toEqual({ counts: [[0, 1]], voters: [visitor] })
    })

    it('set a cookie for a year that scripts may read, with the recorded token', async () => {
      const path = await polls.addOpen()
      const { headers } = await polls.vote(path, { option_id: 0 }).expect(200)
      const [voter] = (await polls.storedVotes(path)).voters
      const token = voter?.kind === 'visitor' ? voter.token : undefined
      const [cookie, ...others] = headers['set-cookie'] as unknown as string[]
      const [pair, ...attributes] = (cookie ?? '').split('; ')
      expect([pair, others]).toEqual([`collective.poll.${await polls.uid(path)}=${token}`, []])
      const [expires] = attributes.filter(attribute => attribute.startsWith('Expires='))
      expect(attributes.toSorted()).toEqual([expires, 'Max-Age=31536000', 'Path=/', 'SameSite=Lax'])
      const ahead = Date.parse((expires ?? '').slice('Expires='.length)) - Date.now()
      expect(Math.abs(ahead - 31_536_000_000)).toBeLessThan(60_000)
    })

    it('set a Secure cookie if the site has an HTTPS address, also behind a proxy', async () => {
      const path = await polls.addOpen()
      const flags = async (options: object, ...more: readonly [string, string][]) => {
        const sent = pollClient(test, createApp(test.site, options)).vote(path, { option_id: 0 })
        for (const [name, value] of more) sent.set(name, value)
        return String((await sent.expect(200)).headers['set-cookie']).includes('; Secure')
      }
      const proxied = ['X-Forwarded-Proto', 'https'] as const
      expect(await flags({ publicUrl: 'https://site.example' })).toBe(true)
      expect(await flags({ trustProxy: true }, [...proxied])).toBe(true)
      expect(await flags({}, [...proxied])).toBe(false)
      expect(await flags({ publicUrl: 'http://site.example' }, [...proxied])).toBe(false)
    })

    it('count once for a visitor who sends the cookie back, quoted or not, with any other cookies', async () => {
      const path = await polls.addOpen()
      const cookie = voteCookie(await polls.vote(path, { option_id: 0 }).expect(200))
      for (const sent of [cookie, `a=1; ${cookie}; b=2`, cookie.replace('=', '="').concat('"')]) {
        const { body, headers } = await polls.vote(path, { option_id: 0 }).set('Cookie', sent).expect(403)
        expect(body.error.type).toBe('AlreadyVoted')
        expect(headers).not.toHaveProperty('set-cookie')
      }
      expect((await polls.read(path)).body.total_votes).toBe(1)
    })

    it('count again for a visitor who does not send it back, with another token', async () => {
      const path = await polls.addOpen()
      const [one, other] = [await polls.vote(path, { option_id: 0 }), await polls.vote(path, { option_id: 0 })]
      expect(voteCookie(other)).not.toBe(voteCookie(one))
      expect((await polls.read(path)).body.total_votes).toBe(2)
    })
  })

  describe('for several options', () => {
    it('count for each option, and for one voter', async () => {
      const path = await polls.addOpen(three)
      const { body } = await polls.vote(path, { option_ids: [2, 0] }, 'mia').expect(200)
      expect(body).toMatchObject({ max_choices: 2, total_votes: 1 })
      expect(numbersIn(body)).toEqual([
        [1, 1],
        [0, 0],
        [1, 1],
      ])
      expect((await polls.storedVotes(path)).voters).toEqual([member('mia')])
    })

    it('may be for a single option', async () => {
      const path = await polls.addOpen(three)
      await polls.vote(path, { option_id: 1 }, 'mia').expect(200)
      expect((await polls.storedVotes(path)).counts).toEqual([[1, 1]])
    })

    it('have shares of voters', async () => {
      const path = await polls.addOpen(three)
      await polls.vote(path, { option_ids: [0, 1] }, 'mia').expect(200)
      const { body } = await polls.vote(path, { option_ids: [0] }, 'rea').expect(200)
      expect(body.total_votes).toBe(2)
      expect(numbersIn(body)).toEqual([
        [2, 1],
        [1, 0.5],
        [0, 0],
      ])
    })

    it('may be for all options if max_choices permits it', async () => {
      const path = await polls.addOpen({ ...three, max_choices: 3 })
      const { body } = await polls.vote(path, { option_ids: [0, 1, 2] }, 'mia').expect(200)
      expect(numbersIn(body)).toEqual(Array(3).fill([1, 1]))
    })
  })

  it('have shares: all of it for one vote, and half for each of two votes', async () => {
    const path = await polls.addOpen()
    expect(numbersIn((await polls.vote(path, { option_id: 0 }, 'mia')).body)).toEqual([
      [1, 1],
      [0, 0],
    ])
    expect(numbersIn((await polls.vote(path, { option_id: 1 }, 'rea')).body)).toEqual([
      [1, 0.5],
      [1, 0.5],
    ])
  })
})
