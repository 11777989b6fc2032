import { createTestSite, type TestSite } from '@plenum/testkit'
import type { JsonObject, JsonValue } from '../foundation/json.js'
import { DomainError } from '../foundation/messages.js'
import { pollType } from './pollType.js'

const two = [{ description: 'Yes' }, { description: 'No' }]
const untold = { '@type': 'collective.polls.poll', title: 'A poll' }
const poll = { ...untold, options: two }

let test: TestSite

beforeAll(async () => {
  test = await createTestSite()
})

const addPollWith = async (input: JsonObject): Promise<JsonObject> =>
  (await test.run('addContent', '/', { as: 'max', input })).content

const addPoll = (more: JsonObject = {}): Promise<JsonObject> => addPollWith({ ...poll, ...more })

async function problemsOf(input: JsonObject): Promise<readonly (readonly [string | null, string])[]> {
  try {
    await addPollWith(input)
    return []
  } catch (error) {
    expect(error).toBeInstanceOf(DomainError)
    const { problems: invalid = [] } = (error as DomainError).details
    return invalid.map(({ field, message }) => [field, message.id])
  }
}

const problems = (more: JsonObject) => problemsOf({ ...poll, ...more })

describe('the type of polls (docs/polls.md, Poll content)', () => {
  it('has its title, its permission to add, and its behaviors in order', () => {
    expect(pollType).toMatchObject({
      id: 'collective.polls.poll',
      title: 'Poll',
      behaviors: ['plone.basic', 'volto.preview_image_link', 'plone.excludefromnavigation'],
      contains: ['Image'],
      addableAnywhere: true,
      addPermission: 'collective.polls: Add poll',
      workflows: ['poll_workflow'],
    })
  })

  it('has its fields in this order, with their defaults', async () => {
    expect(pollType.fields?.map(({ name }) => name)).toEqual([
      'allow_anonymous',
      'max_choices',
      'legend',
      'options',
      'shuffle_options',
      'show_results',
      'results_graph',
      'open_date',
      'close_date',
    ])
    expect(await addPoll()).toMatchObject({
      allow_anonymous: true,
      max_choices: 1,
      legend: null,
      options: [
        { description: 'Yes', option_id: 0 },
        { description: 'No', option_id: 1 },
      ],
      shuffle_options: false,
      show_results: true,
      results_graph: { token: 'bar', title: 'Bar Chart' },
      open_date: null,
      close_date: null,
    })
  })

  it('offers bar, pie and numbers as graphs, in this order', async () => {
    const name = 'collective.polls.ResultsGraph'
    const terms = await test.run('getVocabulary', '/', { as: 'max', input: { name, batch: null } })
    expect(terms).toMatchObject({
      total: 3,
      items: [
        { title: 'Bar Chart', token: 'bar' },
        { title: 'Pie Chart', token: 'pie' },
        { title: 'Numbers Only', token: 'numbers' },
      ],
    })
  })
})

describe('the fields of a poll (docs/polls.md, Poll content)', () => {
  it.each<[JsonObject]>([
    [{ max_choices: '2' }],
    [{ max_choices: 1 }],
    [{ allow_anonymous: 'false' }],
    [{ results_graph: { token: 'pie' } }],
    [{ legend: '' }],
    [{ legend: null }],
    [{ open_date: null, close_date: null }],
    [{ unheard: 'of', 'collective.polls.votes': { counts: { 0: 9 } } }],
  ])('may be sent as %j', async more => {
    expect(await problems(more)).toEqual([])
  })

  it.each<[JsonObject, string]>([
    [{ title: '' }, 'title'],
    [{ title: '  ' }, 'title'],
    [{ max_choices: 0 }, 'max_choices'],
    [{ max_choices: -1 }, 'max_choices'],
    [{ max_choices: 1.5 }, 'max_choices'],
    [{ max_choices: 'x' }, 'max_choices'],
    [{ legend: 'two\nlines' }, 'legend'],
    [{ legend: 5 }, 'legend'],
    [{ results_graph: 'cake' }, 'results_graph'],
    [{ results_graph: '' }, 'results_graph'],
    [{ results_graph: ['bar'] }, 'results_graph'],
    [{ show_results: 'perhaps' }, 'show_results'],
    [{ options: ['Yes', 'No'] }, 'options'],
    [{ options: 'Yes, No' }, 'options'],
    [{ options: [{ description: '' }, { description: 'No' }] }, 'options'],
    [{ options: [{ description: 'Yes', votes: 5 }, { description: 'No' }] }, 'options'],
    [{ open_date: 'soon' }, 'open_date'],
    [{ close_date: 5 }, 'close_date'],
  ])('are rejected with the name of the field: %j', async (more, field) => {
    expect((await problems(more)).map(([name]) => name)).toEqual([field])
  })

  it.each(['title', 'allow_anonymous', 'max_choices', 'options', 'shuffle_options', 'show_results', 'results_graph'])(
    'reject null if they are required: %s',
    async name => {
      expect(await problems({ [name]: null })).toEqual([[name, 'field.null']])
    },
  )

  it('omit an empty legend', async () => {
    expect(await addPoll({ legend: '' })).toMatchObject({ legend: null })
  })

  it('present dates in UTC', async () => {
    expect(await addPoll({ open_date: '2027-03-01T09:00:00+01:00', close_date: '2027-03-02' })).toMatchObject({
      open_date: '2027-03-01T08:00:00+00:00',
      close_date: '2027-03-02T00:00:00+00:00',
    })
  })
})

describe('the consistency of the fields of a poll', () => {
  const same = [
    { description: 'a', option_id: 1 },
    { description: 'b', option_id: 1 },
  ]

  it.each<[string, JsonValue | undefined, readonly string[]]>([
    ['no options', undefined, ['poll.too-few-options', 'poll.too-many-choices']],
    ['an empty list', [], ['poll.too-few-options', 'poll.too-many-choices']],
    ['one option', [{ description: 'only' }], ['poll.too-few-options']],
    ['an id that two options share', same, ['poll.same-id']],
  ])('is violated by %s: 400 with a reason that belongs to no field', async (_, options, expected) => {
    const sent = options === undefined ? untold : { ...untold, options }
    expect(await problemsOf(sent)).toEqual(expected.map(id => [null, id]))
  })

  it('requires max_choices to be at most the number of options', async () => {
    expect(await problems({ max_choices: 2 })).toEqual([])
    expect(await problems({ max_choices: 3 })).toEqual([[null, 'poll.too-many-choices']])
  })

  it('requires close_date to be after open_date', async () => {
    const from = (open_date: string, close_date: string) => problems({ open_date, close_date })
    expect(await from('2027-03-01T09:00:00Z', '2027-03-01T09:00:01Z')).toEqual([])
    expect(await from('2027-03-01T09:00:00Z', '2027-03-01T09:00:00Z')).toEqual([[null, 'poll.closes-before-opening']])
    expect(await from('2027-03-01', '2027-02-01')).toEqual([[null, 'poll.closes-before-opening']])
    expect(await problems({ close_date: '2000-01-01' })).toEqual([])
  })
})
