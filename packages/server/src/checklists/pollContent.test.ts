import { createApp } from '@plenum/express-adapter'
import {
  createTestSite,
  freshStores,
  type OpenStore,
  type PollClient,
  pollClient,
  type TestClock,
} from '@plenum/testkit'
import { openDatabase } from '../database.js'
import { shippedCatalogs } from '../languages/loadCatalogs.js'

const base = 'http://site.example'
const catalogs = shippedCatalogs()

let clock: TestClock
let polls: PollClient

async function begin(openStore: OpenStore): Promise<void> {
  const test = await createTestSite({ store: openStore(), languages: Object.keys(catalogs) })
  clock = test.clock
  polls = pollClient(test, createApp(test.site, { publicUrl: base, catalogs }))
  await polls.addPage('polls', true)
}

const options = [{ description: 'Yes' }, { description: 'No' }]
const numbered = options.map((option, option_id) => ({ option_id, ...option }))
const poll = { '@type': 'collective.polls.poll', title: 'A poll', options }
const png = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108020000', 'hex').toString('base64')
const image = { '@type': 'Image', title: 'Picture', image: { data: png, encoding: 'base64', filename: 'a.png' } }
const stages: readonly (readonly string[])[] = [[], ['submit'], ['open'], ['open', 'close']]

const stores = freshStores(file => openDatabase(file).content, afterAll)

describe.each(stores)('polls as content, stored in %s', (_name, openStore) => {
  beforeEach(() => begin(openStore))

  const content = async (path: string) => (await polls.get(path).expect(200)).body

  const after = async (...transitions: readonly string[]) => {
    const path = await polls.add()
    await polls.move(path, ...transitions)
    return path
  }

  it('are created by POST with ids of options and an address from the title', async () => {
    const answer = await polls.post('/polls', poll).expect(201)
    expect(answer.headers.location).toBe(`${base}/polls/a-poll`)
    expect(answer.body).toMatchObject({ options: numbered, review_state: 'private', max_choices: 1 })
    expect(await content('/polls/a-poll')).toMatchObject({ options: numbered })
    expect(await polls.add()).toBe('/polls/a-poll-1')
  })

  it.each([
    ['C2', 'none', { options: [] }, 'poll.too-few-options'],
    ['C2', 'none sent', { options: undefined }, 'poll.too-few-options'],
    ['C2', 'one', { options: [{ description: 'only' }] }, 'poll.too-few-options'],
    ['C2', 'two of one id', { options: numbered.map(option => ({ ...option, option_id: 1 })) }, 'poll.same-id'],
    ['C2', 'fewer than may be picked', { max_choices: 3 }, 'poll.too-many-choices'],
    ['C3', 'bare texts', { options: ['a', 'b'] }, 'field.option-expected'],
    ['C3', 'an empty description', { options: [{ description: '' }, ...options] }, 'field.option-description'],
    ['C3', 'a key more', { options: [{ description: 'a', votes: 9 }, ...options] }, 'field.option-key'],
  ])('in %s are refused with invalid options: %s', async (_line, _what, fault, id) => {
    const refusalIn = (language: string) => polls.post('/polls', { ...poll, ...fault }).set('Accept-Language', language)
    const { body } = await refusalIn('de').expect(400)
    const wording = String(catalogs.de?.[id]).split('{')[0]
    expect(body).toMatchObject({ type: 'BadRequest', message: expect.stringContaining(String(wording)) })
    expect(body.errors.map(({ message }: { message: string }) => message).join()).toContain(wording)
    expect((await content('/polls')).items).toEqual([])
  })

  it('get numbers for new options by PATCH while private, and accept votes for them', async () => {
    const path = await polls.add()
    await polls
      .send('patch', path, 'max')
      .send({ options: [...numbered, { description: 'Maybe' }] })
      .expect(204)
    expect((await content(path)).options).toEqual([...numbered, { option_id: 2, description: 'Maybe' }])
    await polls.move(path, 'open')
    await polls.vote(path, { option_id: 2 }, 'mia').expect(200)
    expect((await polls.storedVotes(path)).counts).toEqual([[2, 1]])
  })

  it.each([[['open']], [['open', 'close']]])('cannot be changed after %j', async transitions => {
    const path = await after(...transitions)
    const changed = { options: [...numbered, { description: 'x' }] }
    for (const as of ['max', 'sia', 'rex', 'edi', 'con'] as const)
      await polls.send('patch', path, as).send(changed).expect(401)
    expect((await content(path)).options).toEqual(numbered)
  })

  it('neither contain votes nor accept them in a body', async () => {
    const votes = { 'collective.polls.votes': { counts: { '0': 9 }, voters: ['mia'] } }
    const path = await polls.add({ ...votes, legend: 'Choose' })
    expect(await content(path)).toMatchObject({ legend: 'Choose' })
    await polls
      .send('patch', path, 'max')
      .send({ ...votes, legend: 'Pick' })
      .expect(204)
    await polls.move(path, 'open')
    await polls.voteThrice(path)
    await polls.move(path, 'close')
    const body = await content(path)
    expect(body).toMatchObject({ legend: 'Pick', review_state: 'closed' })
    for (const key of ['collective.polls.votes', 'results', 'total_votes']) expect(body).not.toHaveProperty(key)
    expect((await polls.read(path)).body.total_votes).toBe(3)
  })

  it('contain images in every state, and nothing else', async () => {
    for (const transitions of stages) {
      const path = await after(...transitions)
      await polls.post(path, image).expect(201)
      const { body } = await polls.post(path, { '@type': 'Document', title: 'x' }).expect(403)
      expect(body.error.type).toBe('Forbidden')
    }
  })

  it('can be deleted by a manager in every state', async () => {
    for (const transitions of stages) {
      const path = await after(...transitions)
      await polls.send('delete', path, 'mia').expect(401)
      await polls.send('delete', path, 'max').expect(204)
      await polls.get(path).expect(404)
      await polls.read(path, 'max').expect(404)
    }
  })

  it.each([
    ['en', ['Bar Chart', 'Pie Chart', 'Numbers Only']],
    ['de', ['Balkendiagramm', 'Kuchendiagramm', 'Nur Zahlen']],
  ])('list the forms of results in %s', async (language, titles) => {
    const address = '/@vocabularies/collective.polls.ResultsGraph'
    const { items } = (await polls.get(address).set('Accept-Language', language).expect(200)).body
    expect(items).toEqual(['bar', 'pie', 'numbers'].map((token, i) => ({ token, title: titles[i] })))
  })

  it('have results_graph as a term in content and as a text in @poll', async () => {
    const path = await polls.addOpen({ results_graph: 'pie' })
    expect((await content(path)).results_graph).toMatchObject({ token: 'pie', title: 'Pie Chart' })
    expect((await polls.read(path)).body.results_graph).toBe('pie')
  })

  it("are found by the query of Volto's poll block, newest open one first", async () => {
    await polls.addOpen({ title: 'First' })
    clock.now += 1000
    await polls.addOpen({ title: 'Newest' })
    clock.now += 1000
    await polls.add({ title: 'Hidden' })
    const query = 'portal_type=collective.polls.poll&review_state=open&sort_on=created&sort_order=descending&b_size=1'
    const { body } = await polls.send('get', `/polls/@search?${query}`).expect(200)
    expect(body).toMatchObject({ items_total: 2, items: [{ '@type': 'collective.polls.poll', title: 'Newest' }] })
  })
})
