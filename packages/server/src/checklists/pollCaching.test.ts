import { createApp } from '@plenum/express-adapter'
import {
  buildEntry,
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

const stores = freshStores(file => openDatabase(file).content, afterAll)

describe.each(stores)('caching of polls in %s', (_name, openStore) => {
  beforeEach(() => begin(openStore))

  const tagOf = async (path: string): Promise<string> => (await polls.read(path).expect(200)).headers.etag ?? ''
  const readIfChanged = (path: string, tag: string) => polls.read(path).set('If-None-Match', tag)

  describe('the answer for visitors', () => {
    it('is cacheable for two minutes and has an opaque ETag', async () => {
      const answer = await polls.read(await polls.addOpen()).expect(200)
      expect(answer.headers['cache-control']).toBe('max-age=0, s-maxage=120')
      expect(answer.headers.etag).toMatch(/^"[\w-]{40,}"$/)
      expect(answer.headers.vary).toContain('Authorization')
    })

    it('is 304 if its ETag is listed, alone, weak, in a list, or by *', async () => {
      const path = await polls.addOpen()
      const tag = await tagOf(path)
      for (const named of [tag, '*', `W/${tag}`, `"other", ${tag}`]) {
        const { headers, text } = await readIfChanged(path, named).expect(304)
        expect([headers.etag, text]).toEqual([tag, ''])
        expect([headers['cache-control'], headers.vary]).toEqual(['max-age=0, s-maxage=120', 'Authorization'])
        expect(headers).not.toHaveProperty('content-type')
      }
    })

    it('is complete for another ETag or none', async () => {
      const path = await polls.addOpen()
      for (const named of ['"other"', '', 'W/"other", "x"'])
        expect((await readIfChanged(path, named).expect(200)).body.state).toBe('open')
    })

    it('is byte for byte the same for all visitors, regardless of their cookies', async () => {
      const path = await polls.addOpen()
      const cookie = voteCookie(await polls.vote(path, { option_id: 0 }).expect(200))
      const [one, other] = [await polls.read(path), await polls.read(path).set('Cookie', cookie)]
      expect(cookie).not.toBe('')
      expect(other.text).toBe(one.text)
      expect(other.headers.etag).toBe(one.headers.etag)
      expect(other.headers).not.toHaveProperty('set-cookie')
    })

    it('has the same headers for HEAD, without a body', async () => {
      const path = await polls.addOpen()
      const tag = await tagOf(path)
      const head = () => polls.send('head', `${path}/@poll`)
      const answer = await head().expect(200)
      expect([answer.headers.etag, answer.headers['cache-control']]).toEqual([tag, 'max-age=0, s-maxage=120'])
      await head().set('If-None-Match', tag).expect(304)
    })
  })

  describe('the ETag of @poll', () => {
    it('changes after every vote of members and visitors, even at equal times or with hidden results', async () => {
      for (const show_results of [true, false]) {
        const path = await polls.addOpen({ show_results })
        const tags = [await tagOf(path)]
        for (const as of ['mia', 'rea', undefined, undefined] as const) {
          await polls.vote(path, { option_id: 1 }, as).expect(200)
          tags.push(await tagOf(path))
        }
        expect(new Set(tags).size).toBe(5)
        await readIfChanged(path, tags[0] ?? '').expect(200)
      }
    })

    it('is stable after refused votes and as time passes', async () => {
      const path = await polls.addOpen()
      await polls.vote(path, { option_id: 0 }, 'mia').expect(200)
      const tag = await tagOf(path)
      await polls.vote(path, { option_id: 0 }, 'mia').expect(403)
      await polls.vote(path, { option_id: 9 }).expect(400)
      await polls.vote(path, 'bad').expect(400)
      test.clock.now += 86_400_000
      await readIfChanged(path, tag).expect(304)
    })

    it('changes when the poll is closed, and never repeats', async () => {
      const path = await polls.addOpen()
      const tags = [await tagOf(path)]
      for (const transition of ['close', 'open', 'close', 'open', 'reject', 'open']) {
        await polls.move(path, transition)
        if (transition === 'reject') continue
        for (const tag of tags) await readIfChanged(path, tag).expect(200)
        tags.push(await tagOf(path))
      }
      expect(new Set(tags).size).toBe(6)
    })

    it('changes after reject and open, even if the counts are the same', async () => {
      const path = await polls.addOpen()
      await polls.vote(path, { option_id: 0 }, 'mia').expect(200)
      const tag = await tagOf(path)
      await polls.move(path, 'reject', 'open')
      await polls.vote(path, { option_id: 0 }, 'rea').expect(200)
      await readIfChanged(path, tag).expect(200)
    })

    it('changes when dates are set', async () => {
      const path = await polls.addOpen()
      const tag = await tagOf(path)
      await polls.send('patch', path, 'max').send({ close_date: '2027-06-01' }).expect(204)
      await readIfChanged(path, tag).expect(200)
    })

    it('differs from that of other polls', async () => {
      const [one, other] = [await polls.addOpen(), await polls.addOpen()]
      expect(await tagOf(other)).not.toBe(await tagOf(one))
    })

    it('is computed with a secret that is never revealed or chosen', async () => {
      const path = await polls.addOpen()
      const tag = await tagOf(path)
      const { lineage } = await test.platform.store.read(reader => reader.open('/'))
      const secret = String(lineage[0]?.fields.site_secret)
      expect(secret.length).toBeGreaterThan(20)
      for (const address of ['/', '/@search?fullobjects=1&metadata_fields=_all', '/@history'])
        expect((await polls.get(address)).text).not.toContain(secret)
      await polls.send('patch', '/', 'max').send({ site_secret: 'known' })
      await readIfChanged(path, tag).expect(304)
    })

    it('differs in a site with another secret', async () => {
      const path = await polls.addOpen()
      const tag = await tagOf(path)
      const [root] = (await test.platform.store.read(reader => reader.open('/'))).lineage
      const updates = root
        ? [{ node: { ...root, fields: { ...root.fields, site_secret: 'x' } }, entry: buildEntry() }]
        : []
      await test.platform.store.commit({ updates })
      await readIfChanged(path, tag).expect(200)
    })
  })

  describe('answers for a single caller', () => {
    it('are complete for members, without an ETag', async () => {
      const path = await polls.addOpen()
      const tag = await tagOf(path)
      for (const as of ['mia', 'max'] as const) {
        const { headers, body } = await polls.read(path, as).set('If-None-Match', `${tag}, *`).expect(200)
        expect(headers['cache-control']).toBe('private, no-store')
        expect(headers).not.toHaveProperty('etag')
        expect(body.has_voted).toBe(false)
      }
    })

    it('include every answer to a vote', async () => {
      const path = await polls.addOpen({ allow_anonymous: false })
      const answers = [
        await polls.vote(path, { option_id: 0 }, 'mia').expect(200),
        await polls.vote(path, { option_id: 0 }, 'mia').expect(403),
        await polls.vote(path, 'bad', 'mia').expect(400),
        await polls.vote(path, { option_id: 0 }).expect(401),
        await polls.vote(await polls.add(), { option_id: 0 }, 'max').expect(403),
        await polls.vote('/polls', { option_id: 0 }, 'max').expect(404),
        await polls.vote(path, { option_id: 0 }).auth('mia', 'wrong').expect(401),
      ]
      for (const { headers } of answers) {
        expect(headers['cache-control']).toBe('private, no-store')
        expect(headers).not.toHaveProperty('etag')
      }
    })
  })
})
