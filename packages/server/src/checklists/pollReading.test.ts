import { createApp } from '@plenum/express-adapter'
import {
  createTestSite,
  freshStores,
  type OpenStore,
  type PollClient,
  pollClient,
  type TestUser,
} from '@plenum/testkit'
import { openDatabase } from '../database.js'

const base = 'http://site.example'

let polls: PollClient

async function begin(openStore: OpenStore): Promise<void> {
  const test = await createTestSite({ store: openStore() })
  polls = pollClient(test, createApp(test.site, { publicUrl: base }))
  await polls.addPage('polls', true)
  await polls.addPage('hidden', false)
}

const row = (option_id: number, description: string, votes: number, percentage: number) => ({
  option_id,
  description,
  votes,
  percentage,
})
const zeros = { total_votes: 0, results: [row(0, 'Yes', 0, 0), row(1, 'No', 0, 0)] }
const threeVotes = {
  total_votes: 3,
  results: [row(0, 'Yes', 2, 0.6666666666666666), row(1, 'No', 1, 0.3333333333333333)],
}
const nothing = { total_votes: null, results: null }

const stores = freshStores(file => openDatabase(file).content, afterAll)

describe.each(stores)('@poll of polls stored in %s', (_name, openStore) => {
  beforeEach(() => begin(openStore))

  const read = async (path: string, as?: TestUser) => (await polls.read(path, as).expect(200)).body

  const opened = async (more = {}) => {
    const path = await polls.addOpen(more)
    await polls.voteThrice(path)
    return path
  }

  it('describes an open poll to all callers', async () => {
    const path = await polls.addOpen()
    const answer = await polls.read(path).expect(200).expect('Content-Type', 'application/json')
    expect(answer.body).toMatchObject({
      '@id': `${base}/polls/a-poll/@poll`,
      uid: await polls.uid(path),
      state: 'open',
      options: [
        { option_id: 0, description: 'Yes' },
        { option_id: 1, description: 'No' },
      ],
      allow_anonymous: true,
      show_results: true,
      results_graph: 'bar',
    })
  })

  it('shows visitors the current results, but not whether they have voted', async () => {
    const path = await opened()
    expect(await read(path)).toMatchObject({ can_vote: true, has_voted: null, ...threeVotes })
  })

  it('shows no results to a member who has not voted', async () => {
    expect(await read(await opened(), 'mia')).toMatchObject({ can_vote: true, has_voted: false, ...nothing })
  })

  it('shows results to a member who has voted, and who may still have the permission', async () => {
    expect(await read(await opened(), 'rea')).toMatchObject({ can_vote: true, has_voted: true, ...threeVotes })
  })

  it('shows results to a reviewer who has not voted', async () => {
    expect(await read(await opened(), 'rex')).toMatchObject({ can_vote: true, has_voted: false, ...threeVotes })
  })

  it('shows hidden results to reviewers only', async () => {
    const path = await opened({ show_results: false })
    for (const as of [undefined, 'mia', 'rea'] as const)
      expect(await read(path, as)).toMatchObject({ show_results: false, ...nothing })
    expect(await read(path, 'rex')).toMatchObject({ show_results: false, ...threeVotes })
  })

  it('shows results to a Reviewer of this poll only', async () => {
    const path = await opened({ show_results: false })
    await polls.post(`${path}/@sharing`, { entries: [{ id: 'mia', roles: { Reviewer: true } }] }).expect(204)
    expect(await read(path, 'mia')).toMatchObject({ has_voted: false, ...threeVotes })
  })

  it.each([true, false])('shows all callers the results of a closed poll; hidden before: %s', async isShown => {
    const path = await opened({ show_results: isShown })
    await polls.move(path, 'close')
    for (const as of [undefined, 'mia', 'rea'] as const)
      expect(await read(path, as)).toMatchObject({ state: 'closed', can_vote: false, ...threeVotes })
  })

  it('shows zeros without votes', async () => {
    const path = await polls.addOpen()
    await polls.move(path, 'close')
    expect(await read(path)).toMatchObject(zeros)
  })

  it('shows managers zeros of a poll that was never open', async () => {
    const path = await polls.add()
    const facts = { can_vote: false, has_voted: false, anonymous_blocked: false, ...zeros }
    expect(await read(path, 'max')).toMatchObject({ state: 'private', ...facts })
    await polls.move(path, 'submit')
    expect(await read(path, 'max')).toMatchObject({ state: 'pending', ...facts })
  })

  it('answers 401 to callers who may not view the poll, naming an object that they may view', async () => {
    const path = await polls.add()
    for (const as of ['mia', undefined] as const) {
      const { body } = await polls.read(path, as).expect(401)
      expect(body).toMatchObject({ type: 'Unauthorized', context: `${base}/polls` })
    }
  })

  it('shows a private poll without results to a Reader of the site, or of this poll only', async () => {
    const path = await polls.add()
    await polls.post(`${path}/@sharing`, { entries: [{ id: 'mia', roles: { Reader: true } }] }).expect(204)
    for (const as of ['rea', 'mia'] as const)
      expect(await read(path, as)).toMatchObject({ state: 'private', has_voted: false, ...nothing })
  })

  it('lists results in the order of the options', async () => {
    const options = [
      { option_id: 1, description: 'No' },
      { option_id: 0, description: 'Yes' },
    ]
    const { results, options: listed } = await read(await opened({ options }))
    expect(listed).toEqual(options)
    expect(results).toEqual([row(1, 'No', 1, 0.3333333333333333), row(0, 'Yes', 2, 0.6666666666666666)])
  })

  it('reports to every caller if visitors cannot cast votes that the poll would accept', async () => {
    const blocked = async (path: string, as: TestUser) => (await read(path, as)).anonymous_blocked
    expect((await read(await polls.addOpen())).anonymous_blocked).toBe(false)
    const hidden = await polls.addOpen({}, '/hidden')
    for (const as of ['max', 'edi', 'rea'] as const) expect(await blocked(hidden, as)).toBe(true)
    const closing = await polls.addOpen({}, '/hidden')
    await polls.move(closing, 'close')
    expect(await blocked(closing, 'max')).toBe(false)
    expect(await blocked(await polls.addOpen({ allow_anonymous: false }, '/hidden'), 'max')).toBe(false)
  })

  it('reports this for a hidden poll, which visitors cannot see', async () => {
    const path = await polls.addOpen()
    await polls.move('/polls', 'retract')
    expect((await read(path, 'max')).anonymous_blocked).toBe(true)
    await polls.read(path).expect(401)
  })

  it('exists for polls only, for GET and HEAD only', async () => {
    const path = await polls.addOpen()
    await polls.read('/polls', 'max').expect(404)
    await polls.read('', 'max').expect(404)
    await polls.get(`${path}/@poll/more`).expect(404)
    for (const method of ['post', 'patch', 'delete'] as const)
      expect((await polls.send(method, `${path}/@poll`, 'max').expect(404)).body.type).toBe('NotFound')
    await polls.get(`${path}/@poll/?anything=1`).expect(200)
  })

  it('shows visitors results even if the poll accepts no votes from them', async () => {
    const path = await opened({ allow_anonymous: false })
    expect(await read(path)).toMatchObject({
      can_vote: false,
      anonymous_blocked: false,
      has_voted: null,
      ...threeVotes,
    })
  })
})
