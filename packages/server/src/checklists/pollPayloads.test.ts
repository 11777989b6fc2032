import type { PollDatesPayload, PollPayload } from '@plenum/core/answers'
import { createApp } from '@plenum/express-adapter'
import {
  createTestSite,
  freshStores,
  type OpenStore,
  type PollClient,
  pollClient,
  type TestUser,
} from '@plenum/testkit'
import { Ajv } from 'ajv'
import { openDatabase } from '../database.js'

const base = 'http://site.example'

let polls: PollClient

async function begin(openStore: OpenStore): Promise<void> {
  const test = await createTestSite({ store: openStore() })
  polls = pollClient(test, createApp(test.site, { publicUrl: base }))
  await polls.addPage('polls', true)
  await polls.addPage('hidden', false)
}

const named = (...names: readonly string[]) => names.map((description, option_id) => ({ option_id, description }))

const resultsOf = (options: ReturnType<typeof named>, votes: readonly number[], voters: number) =>
  options.map((option, i) => ({ ...option, votes: votes[i], percentage: voters && (votes[i] ?? 0) / voters }))

const yesNo = named('Yes', 'No')
const nothing = { total_votes: null, results: null }
const zeros = { total_votes: 0, results: resultsOf(yesNo, [0, 0], 0) }
const threeVotes = {
  total_votes: 3,
  results: [
    { option_id: 0, description: 'Yes', votes: 2, percentage: 0.6666666666666666 },
    { option_id: 1, description: 'No', votes: 1, percentage: 0.3333333333333333 },
  ],
}

const common = {
  uid: expect.stringMatching(/^[0-9a-f]{32}$/),
  state: 'open',
  allow_anonymous: true,
  anonymous_blocked: false,
  show_results: true,
  results_graph: 'bar',
  options: yesNo,
  max_choices: 1,
  legend: null,
  shuffle_options: false,
  can_vote: true,
} satisfies Partial<PollPayload>

const flag = { type: 'boolean' }
const orNull = (schema: object) => ({ anyOf: [schema, { type: 'null' }] })
const exactly = (properties: Readonly<Record<string, object>>, optional: Readonly<Record<string, object>> = {}) => ({
  type: 'object',
  properties: { ...properties, ...optional },
  required: Object.keys(properties),
  additionalProperties: false,
})
const option = {
  option_id: { type: 'integer', minimum: 0 },
  description: { type: 'string', minLength: 1 },
}
const counted = { votes: { type: 'integer', minimum: 0 }, percentage: { type: 'number', minimum: 0, maximum: 1 } }
const date = orNull({ type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\+00:00$' })
const result = exactly({ ...option, ...counted })

const dates = { open_date: date, close_date: date, expired: flag } satisfies Record<keyof PollDatesPayload, object>

/** The JSON schema of the payload in docs/polls.md, Poll payload. */
const schema = {
  ...exactly(
    {
      '@id': { type: 'string', pattern: '^https?://.+/@poll$' },
      uid: { type: 'string', minLength: 1 },
      state: { enum: ['private', 'pending', 'open', 'closed'] },
      allow_anonymous: flag,
      anonymous_blocked: flag,
      show_results: flag,
      results_graph: { enum: ['bar', 'pie', 'numbers'] },
      options: { type: 'array', items: exactly(option), minItems: 2 },
      max_choices: { type: 'integer', minimum: 1 },
      legend: orNull({ type: 'string', minLength: 1 }),
      shuffle_options: flag,
      can_vote: flag,
      has_voted: orNull(flag),
      total_votes: orNull({ type: 'integer', minimum: 0 }),
      results: orNull({ type: 'array', items: result, minItems: 2 }),
    } satisfies Record<Exclude<keyof PollPayload, keyof PollDatesPayload>, object>,
    dates,
  ),
  dependencies: Object.fromEntries(Object.keys(dates).map(key => [key, Object.keys(dates)])),
  if: { properties: { results: { type: 'null' } } },
  // biome-ignore lint/suspicious/noThenProperty: `then` is a keyword of JSON Schema.
  then: { properties: { total_votes: { type: 'null' } } },
  else: { properties: { total_votes: { type: 'integer' } } },
}
const fits = new Ajv({ allErrors: true }).compile(schema)

const stores = freshStores(file => openDatabase(file).content, afterAll)

describe.each(stores)('payloads of polls stored in %s', (_name, openStore) => {
  beforeEach(() => begin(openStore))

  async function read(path: string, as?: TestUser) {
    const { body } = await polls.read(path, as).expect(200)
    fits(body)
    expect(fits.errors).toBeNull()
    return body
  }

  const opened = async (more = {}) => {
    const path = await polls.addOpen(more)
    await polls.voteThrice(path)
    return path
  }

  const shown = (path: string, more: object) => ({ ...common, '@id': `${base}${path}/@poll`, ...more })

  describe('equal the recorded ones', () => {
    it('for open: a member who has not voted', async () => {
      const path = await opened()
      expect(await read(path, 'mia')).toEqual(shown(path, { has_voted: false, ...nothing }))
    })

    it('for open-voted: a member who has voted', async () => {
      const path = await opened()
      expect(await read(path, 'rea')).toEqual(shown(path, { has_voted: true, ...threeVotes }))
    })

    it('for open-voted-hidden-results', async () => {
      const path = await opened({ show_results: false })
      expect(await read(path, 'rea')).toEqual(shown(path, { show_results: false, has_voted: true, ...nothing }))
    })

    it('for open-anonymous', async () => {
      const path = await opened()
      expect(await read(path)).toEqual(shown(path, { has_voted: null, ...threeVotes }))
    })

    it('for open-anonymous-blocked: a manager, of a poll in an unpublished page', async () => {
      const path = await polls.addOpen({}, '/hidden')
      expect(await read(path, 'max')).toEqual(shown(path, { anonymous_blocked: true, has_voted: false, ...zeros }))
    })

    it('for no-votes', async () => {
      const path = await polls.addOpen()
      expect(await read(path)).toEqual(shown(path, { has_voted: null, ...zeros }))
    })

    it('for closed', async () => {
      const path = await opened()
      await polls.move(path, 'close')
      expect(await read(path)).toEqual(
        shown(path, { state: 'closed', can_vote: false, has_voted: null, ...threeVotes }),
      )
    })

    it('for private: a manager', async () => {
      const path = await polls.add()
      const facts = { state: 'private', can_vote: false, has_voted: false }
      expect(await read(path, 'max')).toEqual(shown(path, { ...facts, ...zeros }))
    })

    it('for open-multiple', async () => {
      const options = named('Red', 'Green', 'Blue')
      const sent = { options, max_choices: 2, legend: 'Up to two', shuffle_options: true }
      const path = await polls.addOpen(sent)
      await polls.vote(path, { option_ids: [0, 2] }, 'con').expect(200)
      await polls.vote(path, { option_ids: [0] }, 'edi').expect(200)
      await polls.vote(path, { option_ids: [1, 2] }, 'rea').expect(200)
      const results = resultsOf(options, [2, 1, 2], 3)
      expect(await read(path, 'rea')).toEqual(shown(path, { ...sent, has_voted: true, total_votes: 3, results }))
    })
  })

  it('match the schema in every state, for every caller, and after a vote', async () => {
    const more = { legend: '', results_graph: 'pie', close_date: '2027-02-01T10:00:00+01:00' }
    const path = await polls.add(more)
    const callers = [undefined, 'mia', 'rex', 'edi', 'rea', 'max'] as const
    const mayRead = {
      private: ['edi', 'rea', 'max'],
      pending: ['rex', 'edi', 'rea', 'max'],
      open: callers,
      closed: callers,
    }
    for (const [state, transition] of [
      ['private', 'submit'],
      ['pending', 'open'],
      ['open', 'close'],
      ['closed', 'open'],
    ] as const) {
      for (const as of callers.filter(caller => (mayRead[state] as readonly unknown[]).includes(caller)))
        expect(await read(path, as)).toMatchObject({ state, legend: null, close_date: '2027-02-01T09:00:00+00:00' })
      await polls.move(path, transition)
    }
    for (const as of [undefined, 'mia', 'rex'] as const) {
      const { body } = await polls.vote(path, { option_id: 0 }, as).expect(200)
      fits(body)
      expect(fits.errors).toBeNull()
    }
  })

  it('do not match the schema with any of these faults', async () => {
    const body = await read(await opened())
    const [{ percentage: _, ...bare }] = body.results
    const faults: readonly object[] = [
      { state: 'rejected' },
      { results: [bare, body.results[1]] },
      { total_votes: null },
      { results: null },
      { has_voted: 'yes' },
      { voters: ['mia'] },
      { max_choices: 0 },
      { legend: '' },
      { shuffle_options: null },
    ]
    for (const fault of faults) expect([fault, fits({ ...body, ...fault })]).toEqual([fault, false])
    for (const key of Object.keys(body))
      expect(fits(Object.fromEntries(Object.entries(body).filter(([name]) => name !== key)))).toBe(false)
  })
})
