import { createApp } from '@plenum/express-adapter'
import {
  createTestSite,
  freshStores,
  type OpenStore,
  type PollClient,
  pollClient,
  type TestUser,
  voteCookie,
} from '@plenum/testkit'
import { openDatabase } from '../database.js'

let polls: PollClient

async function begin(openStore: OpenStore): Promise<void> {
  const test = await createTestSite({ store: openStore() })
  polls = pollClient(test, createApp(test.site, { publicUrl: 'http://site.example' }))
  await polls.addPage('polls', true)
}

const stores = freshStores(file => openDatabase(file).content, afterAll)

describe.each(stores)('voters of polls stored in %s', (_name, openStore) => {
  beforeEach(() => begin(openStore))

  const total = async (path: string) => (await polls.read(path, 'max').expect(200)).body.total_votes
  const statusOf = async (path: string, as?: TestUser) => (await polls.vote(path, { option_id: 0 }, as)).status
  const withCookie = (path: string, cookie: string, as?: TestUser) =>
    polls.vote(path, { option_id: 0 }, as).set('Cookie', cookie)

  describe('are recognized', () => {
    it('members by their id, visitors by their cookie, after close and open too', async () => {
      const path = await polls.addOpen()
      const cookie = voteCookie(await polls.vote(path, { option_id: 1 }).expect(200))
      await polls.vote(path, { option_id: 0 }, 'mia').expect(200)
      await polls.move(path, 'close', 'open')
      expect(await statusOf(path, 'mia')).toBe(403)
      await withCookie(path, cookie).expect(403)
      expect(await total(path)).toBe(2)
    })

    it('not after reject and open, when all may vote again and old cookies are replaced', async () => {
      const path = await polls.addOpen()
      const cookie = voteCookie(await polls.vote(path, { option_id: 1 }).expect(200))
      await polls.vote(path, { option_id: 0 }, 'mia').expect(200)
      await polls.move(path, 'reject')
      const facts = { total_votes: 0, has_voted: false, state: 'private' }
      expect((await polls.read(path, 'max')).body).toMatchObject(facts)
      expect(await polls.storedVotes(path)).toEqual({ counts: [], voters: [] })
      await polls.move(path, 'open')
      expect((await polls.read(path, 'mia')).body).toMatchObject({ has_voted: false, results: null })
      expect(await statusOf(path, 'mia')).toBe(200)
      const answer = await withCookie(path, cookie).expect(200)
      expect(voteCookie(answer)).toMatch(/=[\w-]{22}$/)
      expect(voteCookie(answer)).not.toBe(cookie)
      await withCookie(path, voteCookie(answer)).expect(403)
      expect(await total(path)).toBe(2)
    })

    it('not by a cookie of another poll', async () => {
      const [one, other] = [await polls.addOpen(), await polls.addOpen()]
      const cookie = voteCookie(await polls.vote(one, { option_id: 0 }).expect(200))
      await withCookie(other, cookie).expect(200)
      await withCookie(other, cookie.replace(await polls.uid(one), await polls.uid(other))).expect(200)
      expect(await total(other)).toBe(2)
    })

    it('after a renaming of the poll and of its page', async () => {
      const path = await polls.addOpen()
      const cookie = voteCookie(await polls.vote(path, { option_id: 0 }).expect(200))
      await polls.vote(path, { option_id: 0 }, 'mia').expect(200)
      await polls.send('patch', '/polls', 'max').send({ id: 'ballots' }).expect(204)
      const moved = path.replace('/polls', '/ballots')
      expect(await statusOf(moved, 'mia')).toBe(403)
      await withCookie(moved, cookie).expect(403)
      expect(await total(moved)).toBe(2)
      const old = await polls.vote(path, { option_id: 0 }, 'rea')
      expect([old.status, old.headers.location]).toEqual([307, `http://site.example${moved}/@vote`])
      expect(await total(moved)).toBe(2)
    })
  })

  describe('are not confused', () => {
    it.each([
      ['forged', () => 'A'.repeat(22)],
      ['short', () => 'x'],
      ['empty', () => ''],
      ['the id of a member', () => 'mia'],
      ['the id of a member with a prefix', () => 'Anonymous-mia'],
      ['not decodable', () => '%E0%A4%A'],
      ['JSON', () => 'j:{"a":1}'],
      ['long', () => 'A'.repeat(4000)],
    ])('by a cookie that is %s: the vote counts, and the cookie is replaced', async (_what, value) => {
      const path = await polls.addOpen()
      await polls.vote(path, { option_id: 0 }, 'mia').expect(200)
      const name = `collective.poll.${await polls.uid(path)}`
      const answer = await withCookie(path, `${name}=${value()}`).expect(200)
      expect(voteCookie(answer)).toMatch(new RegExp(`^${name}=[\\w-]{22}$`))
      expect(voteCookie(answer)).not.toContain(value() || ' ')
      expect(await total(path)).toBe(2)
    })

    it('if a visitor copies the cookie of another: the vote is refused', async () => {
      const path = await polls.addOpen()
      const cookie = voteCookie(await polls.vote(path, { option_id: 0 }).expect(200))
      const { body, headers } = await withCookie(path, cookie).expect(403)
      expect(body.error.type).toBe('AlreadyVoted')
      expect(headers).not.toHaveProperty('set-cookie')
    })

    it('if a member sends the cookie of a visitor: both have one vote each', async () => {
      const path = await polls.addOpen()
      const cookie = voteCookie(await polls.vote(path, { option_id: 0 }).expect(200))
      expect((await polls.read(path, 'mia').set('Cookie', cookie)).body.has_voted).toBe(false)
      const { headers } = await withCookie(path, cookie, 'mia').expect(200)
      expect(headers).not.toHaveProperty('set-cookie')
      await withCookie(path, cookie, 'mia').expect(403)
      await withCookie(path, cookie).expect(403)
      expect(await total(path)).toBe(2)
    })

    it('if someone votes as a member and as a visitor: both votes count', async () => {
      const path = await polls.addOpen()
      expect([await statusOf(path, 'mia'), await statusOf(path), await statusOf(path, 'mia')]).toEqual([200, 200, 403])
    })
  })

  describe('voting simultaneously', () => {
    it('count once if they are the same member', async () => {
      const path = await polls.addOpen()
      const statuses = await Promise.all(Array.from({ length: 8 }, () => statusOf(path, 'mia')))
      expect(statuses.toSorted()).toEqual([200, ...Array(7).fill(403)])
      expect(await total(path)).toBe(1)
    })

    it('all count if they are different', async () => {
      const path = await polls.addOpen()
      const callers = ['mia', 'rex', 'edi', 'con', 'rea', 'sia', 'max', ...Array<undefined>(8)] as const
      const statuses = await Promise.all(callers.map(as => statusOf(path, as)))
      expect(statuses).toEqual(Array(15).fill(200))
      expect(await total(path)).toBe(15)
      expect((await polls.storedVotes(path)).voters).toHaveLength(15)
    })

    it('count before the rejection of the poll or not at all', async () => {
      const path = await polls.addOpen()
      const votes = Promise.all(Array.from({ length: 12 }, () => statusOf(path)))
      await polls.move(path, 'reject')
      expect((await votes).every(status => [200, 401].includes(status))).toBe(true)
      expect(await polls.storedVotes(path)).toEqual({ counts: [], voters: [] })
    })
  })

  it('are deleted with the poll, and a new poll of that name has no votes', async () => {
    const path = await polls.addOpen()
    await polls.vote(path, { option_id: 0 }, 'mia').expect(200)
    const uid = await polls.uid(path)
    await polls.send('delete', path, 'max').expect(204)
    await polls.vote(path, { option_id: 0 }, 'rea').expect(404)
    expect(await polls.addOpen()).toBe(path)
    expect(await polls.uid(path)).not.toBe(uid)
    expect(await statusOf(path, 'mia')).toBe(200)
    expect(await total(path)).toBe(1)
  })

  it('are named nowhere: not in content, listings, searches, histories or sharing', async () => {
    const path = await polls.addOpen()
    await polls.vote(path, { option_id: 0 }, 'mia').expect(200)
    const cookie = voteCookie(await polls.vote(path, { option_id: 0 }).expect(200))
    const [, token = ''] = cookie.split('=')
    for (const address of [
      path,
      `${path}/@poll`,
      `${path}/@history`,
      `${path}/@workflow`,
      `${path}/@sharing`,
      '/polls?fullobjects=1',
      '/@search?fullobjects=1&metadata_fields=_all&portal_type=collective.polls.poll',
    ]) {
      const { text } = await polls.get(address).expect(200)
      expect([address, text.includes('"mia"'), text.includes(token)]).toEqual([address, false, false])
    }
  })
})
