import { createApp } from '@plenum/express-adapter'
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

const catalogs = shippedCatalogs()
const everyone = ['mia', 'rea', 'con', 'edi', 'rex', 'sia', 'max'] as const
const seven = ['Contributor', 'Editor', 'Manager', 'Member', 'Reader', 'Reviewer', 'Site Administrator']
const eight = ['Anonymous', ...seven]

const club = {
  id: 'Club',
  title: 'Club',
  behaviors: ['plone.basic'],
  contains: 'any',
  addableAnywhere: true,
  addPermission: 'Add portal content',
  layout: 'view',
  lockable: false,
  workflows: ['intranet_folder_workflow'],
} as const

let test: TestSite
let polls: PollClient

async function begin(openStore: OpenStore): Promise<void> {
  test = await createTestSite({
    store: openStore(),
    extensions: { types: [club] },
    languages: Object.keys(catalogs),
  })
  polls = pollClient(test, createApp(test.site, { publicUrl: 'http://site.example', catalogs }))
  await polls.addPage('polls', true)
  await polls.addPage('hidden', false)
  await polls.post('/', { '@type': 'Club', id: 'club', title: 'Club' }).expect(201)
}

const stores = freshStores(file => openDatabase(file).content, afterAll)

describe.each(stores)('the workflow of polls stored in %s', (_name, openStore) => {
  beforeEach(() => begin(openStore))

  const attempt = async (path: string, transition: string, as: TestUser = 'max') =>
    (await polls.post(`${path}/@workflow/${transition}`, {}, as)).status
  const stateOf = async (path: string) => (await polls.read(path, 'max').expect(200)).body.state

  const idsIn = ({ transitions }: { transitions: readonly { '@id': string }[] }) =>
    transitions.map(transition => transition['@id'].replace(/.*\//, ''))

  async function voters(path: string): Promise<readonly string[]> {
    const { lineage } = await test.platform.store.read(reader => reader.open(path))
    return [...(lineage.at(-1)?.permissions['collective.polls: Vote']?.roles ?? [])].toSorted()
  }

  async function inEachState<T>(container: string, look: (path: string) => Promise<T>): Promise<readonly T[]> {
    const path = await polls.add({}, container)
    const observed = [await look(path)]
    for (const transition of ['submit', 'open', 'close']) {
      await polls.move(path, transition)
      observed.push(await look(path))
    }
    return observed
  }

  it('offers the transitions that docs/polls.md, States and transitions lists, with titles in the language of the caller', async () => {
    const path = await polls.add()
    const status = async (language: string) =>
      (await polls.get(`${path}/@workflow`).set('Accept-Language', language).expect(200)).body
    const observed = []
    for (const transition of ['submit', 'open', 'close', null]) {
      const { state, ...others } = await status('en')
      observed.push([state.id, state.title, idsIn(others as never)])
      expect(others).not.toHaveProperty('chain')
      if (transition) await polls.move(path, transition)
    }
    expect(observed).toEqual([
      ['private', 'Private', ['open', 'submit']],
      ['pending', 'Pending review', ['open', 'reject', 'retract']],
      ['open', 'Opened', ['close', 'reject']],
      ['closed', 'Closed', ['open']],
    ])
    expect((await status('pt')).state.title).toBe('Encerrada')
  })

  it('lets each role see and do in each state exactly what docs/polls.md, States and transitions lists', async () => {
    const rows = await inEachState('/polls', async path => {
      const observed: Record<string, unknown> = {}
      for (const as of everyone) {
        const { status, body } = await polls.read(path, as)
        const listed = idsIn({ transitions: [], ...(await polls.get(`${path}/@workflow`, as)).body })
        if (status === 200) observed[as] = `${body.results === null ? '' : 'results '}${listed}`
      }
      return observed
    })
    const nothing = { con: '', edi: '', rea: '' }
    const managers = (text: string) => ({ sia: text, max: text })
    const plain = { mia: '', ...nothing }
    expect(rows).toEqual([
      { ...nothing, edi: 'submit', ...managers('results open,submit') },
      { ...nothing, edi: 'retract', rex: 'results open,reject', ...managers('results open,reject,retract') },
      { ...plain, rex: 'results close,reject', ...managers('results close,reject') },
      {
        mia: 'results ',
        con: 'results ',
        edi: 'results ',
        rea: 'results ',
        rex: 'results open',
        ...managers('results open'),
      },
    ])
  })

  it('leads from private or pending to open, closed, and back to open any number of times', async () => {
    const path = await polls.add()
    for (const transition of [
      'submit',
      'retract',
      'open',
      'close',
      'open',
      'close',
      'open',
      'reject',
      'submit',
      'reject',
    ])
      expect([transition, await attempt(path, transition)]).toEqual([transition, 200])
    expect(await stateOf(path)).toBe('private')
    const { body } = await polls.get(`${path}/@history`)
    expect(body).toHaveLength(11)
    expect(body[0]).toMatchObject({ action: 'reject', workflow_id: 'poll_workflow', transition_title: 'Reject' })
  })

  it('leads nowhere else, with 400', async () => {
    const path = await polls.add()
    const refuses = async (...transitions: readonly string[]) => {
      for (const transition of transitions)
        expect([transition, await attempt(path, transition)]).toEqual([transition, 400])
    }
    await refuses('close', 'publish')
    await polls.move(path, 'submit')
    await refuses('close')
    await polls.move(path, 'open')
    await refuses('retract', 'submit')
    await polls.move(path, 'close')
    await refuses('retract', 'submit', 'reject')
    expect(await stateOf(path)).toBe('closed')
  })

  it('lets an Editor submit and retract, and a Reviewer open, close and reject', async () => {
    const path = await polls.add()
    const steps: readonly [string, TestUser, number][] = [
      ['open', 'edi', 400],
      ['submit', 'edi', 200],
      ['open', 'edi', 400],
      ['reject', 'edi', 400],
      ['retract', 'edi', 200],
      ['submit', 'sia', 200],
      ['open', 'rex', 200],
      ['close', 'edi', 400],
      ['reject', 'edi', 400],
      ['reject', 'mia', 400],
      ['close', 'rex', 200],
      ['open', 'rex', 200],
      ['reject', 'rex', 200],
    ]
    for (const step of steps) expect([...step.slice(0, 2), await attempt(path, step[0], step[1])]).toEqual([...step])
  })

  it('lets the contributor, as owner, submit but not open', async () => {
    const path = await polls.add({}, '/polls', 'con')
    expect([await attempt(path, 'open', 'con'), await attempt(path, 'submit', 'con')]).toEqual([400, 200])
  })

  it('ends through Managers, Site Administrators and Reviewers only', async () => {
    const path = await polls.add()
    for (const as of ['max', 'sia', 'rex'] as const) {
      await polls.move(path, 'open')
      for (const other of ['edi', 'con', 'mia', 'rea'] as const) expect(await attempt(path, 'close', other)).toBe(400)
      expect(await attempt(path, 'close', as)).toBe(200)
    }
  })

  it.each([
    ['/', [401, 401, 200, 200], [[], [], eight, []]],
    ['/polls', [401, 401, 200, 200], [[], [], eight, []]],
    ['/hidden', [401, 401, 401, 401], [[], [], seven, []]],
    ['/club', [401, 401, 401, 401], [[], [], seven, []]],
  ])('lets visitors in %s read, and each role vote, in these states', async (container, statuses, roles) => {
    expect(await inEachState(container, async path => (await polls.read(path)).status)).toEqual(statuses)
    expect(await inEachState(container, voters)).toEqual(roles)
  })

  it('lets visitors vote if they may view the page at the moment of opening, and the poll allows it', async () => {
    const granted = async (container: string, allow_anonymous: boolean) =>
      (await voters(await polls.addOpen({ allow_anonymous }, container))).includes('Anonymous')
    const observed = []
    for (const container of ['/', '/polls', '/hidden'])
      observed.push(await granted(container, true), await granted(container, false))
    expect(observed).toEqual([true, false, true, false, false, false])
  })

  it('is not affected by later changes of the page until the poll is opened again', async () => {
    const path = await polls.addOpen({}, '/hidden')
    await polls.move('/hidden', 'publish')
    expect((await polls.read(path).expect(200)).body).toMatchObject({ can_vote: false, anonymous_blocked: true })
    await polls.vote(path, { option_id: 0 }).expect(401)
    await polls.move(path, 'close', 'open')
    expect((await polls.read(path)).body).toMatchObject({ can_vote: true, anonymous_blocked: false })
    await polls.vote(path, { option_id: 0 }).expect(200)
    await polls.move('/hidden', 'retract')
    await polls.vote(path, { option_id: 0 }).expect(401)
    await polls.move('/hidden', 'publish')
    await polls.vote(path, { option_id: 0 }).expect(200)
  })

  it('preserves votes and voters on close and open, and clears them on reject', async () => {
    const path = await polls.addOpen()
    await polls.voteThrice(path)
    const votesBefore = await polls.storedVotes(path)
    expect(votesBefore.counts).toEqual([
      [0, 2],
      [1, 1],
    ])
    for (const transition of ['close', 'open']) {
      await polls.move(path, transition)
      expect(await polls.storedVotes(path)).toEqual(votesBefore)
    }
    await polls.post(`${path}/@workflow/open`).expect(200)
    expect(await polls.storedVotes(path)).toEqual(votesBefore)
    await polls.move(path, 'reject')
    expect(await polls.storedVotes(path)).toEqual({ counts: [], voters: [] })
  })
})
