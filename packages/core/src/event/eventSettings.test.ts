import { addPublished, createTestSite, type TestSite, type TestUser } from '@plenum/testkit'
import type { JsonObject, JsonValue } from '../foundation/json.js'
import type { DomainError } from '../foundation/messages.js'

const everything = { batch: { start: 0, size: 25 }, metadata: [], fullObjects: false, withItems: true }

async function contentOf({ run }: TestSite, path = '/'): Promise<JsonObject> {
  return (await run('getContent', path, { as: 'max', input: everything })).content
}

async function patch({ run }: TestSite, body: JsonObject, { path = '/', as = 'max' as TestUser } = {}): Promise<void> {
  await run('editContent', path, { as, input: { body, representation: false } })
}

async function refusedFields(at: TestSite, body: JsonObject, path = '/'): Promise<readonly (string | null)[]> {
  return patch(at, body, { path }).then(
    () => [],
    (error: DomainError) => {
      if (error.code !== 'invalid-fields') throw error
      return (error.details.problems ?? []).map(({ field }) => field)
    },
  )
}

async function withEvent(): Promise<TestSite> {
  const at = await createTestSite()
  await at.run('editControlPanel', '/', {
    as: 'max',
    input: { name: 'tech-event-settings', body: { support_multiple_events: true } },
  })
  await addPublished(at, '/', { '@type': 'Tech Event', id: 'conf', title: 'Conference' })
  return at
}

const settings = [
  'start',
  'end',
  'days',
  'timezone',
  'tracks',
  'levels',
  'audience',
  'durations_keynote',
  'durations_talk',
  'durations_training',
  'schedule_review_states',
]
const lists = ['tracks', 'levels', 'audience', 'durations_keynote', 'durations_talk', 'durations_training']
const initial: JsonObject = {
  start: null,
  end: null,
  days: [],
  timezone: 'UTC',
  ...Object.fromEntries(lists.map(name => [name, []])),
  schedule_review_states: [],
}

describe('the settings of an event', () => {
  it('of an empty site have no start and no end, thus no days', async () => {
    expect(await contentOf(await createTestSite())).toMatchObject(initial)
  })

  it('belong to each Tech Event if there are several events', async () => {
    expect(await contentOf(await withEvent(), '/conf')).toMatchObject(initial)
  })

  it('do not belong to the site root if there are several events, and cannot be set there', async () => {
    const at = await createTestSite()
    await patch(at, { start: '2027-03-01T09:00:00Z', timezone: 'Europe/Berlin' })
    await at.run('editControlPanel', '/', {
      as: 'max',
      input: { name: 'tech-event-settings', body: { support_multiple_events: true } },
    })
    await patch(at, { start: '2028-03-01T09:00:00Z', timezone: 'nowhere' })
    const keys = Object.keys(await contentOf(at))
    expect(settings.filter(name => keys.includes(name))).toEqual([])
    await at.run('editControlPanel', '/', {
      as: 'max',
      input: { name: 'tech-event-settings', body: { support_multiple_events: false } },
    })
    expect(await contentOf(at)).toMatchObject({ start: '2027-03-01T09:00:00+00:00', timezone: 'Europe/Berlin' })
  })

  it('of a Tech Event are retained after the site returns to a single event', async () => {
    const at = await withEvent()
    await patch(at, { start: '2027-03-01T09:00:00Z' }, { path: '/conf' })
    await at.run('editControlPanel', '/', {
      as: 'max',
      input: { name: 'tech-event-settings', body: { support_multiple_events: false } },
    })
    expect(await contentOf(at, '/conf')).toMatchObject({ start: '2027-03-01T09:00:00+00:00' })
  })

  it.each(['edi', 'sia', 'max'] as const)('may be changed by %s, who may modify the root', async as => {
    const at = await createTestSite()
    await patch(at, { timezone: 'Europe/Berlin' }, { as })
    expect(await contentOf(at)).toMatchObject({ timezone: 'Europe/Berlin' })
  })

  it.each(['mia', 'rex', 'con', 'rea', undefined] as const)('may not be changed by %s', async as => {
    const { run } = await createTestSite()
    const input = { body: { timezone: 'Europe/Berlin' }, representation: false }
    await expect(run('editContent', '/', { as, input })).rejects.toMatchObject({ code: 'unauthorized' })
  })
})

describe('start and end', () => {
  it.each([
    ['2027-03-01T09:00:00Z', '2027-03-01T09:00:00+00:00'],
    ['2027-03-01T09:00:00+02:00', '2027-03-01T07:00:00+00:00'],
    ['2027-03-01T09:00:00.999Z', '2027-03-01T09:00:00+00:00'],
    ['2027-03-01T09:00:30', '2027-03-01T09:00:30+00:00'],
    ['2027-03-01T09:00', '2027-03-01T09:00:00+00:00'],
    ['2027-03-01', '2027-03-01T00:00:00+00:00'],
    ['Mon, 01 Mar 2027 09:00:00 +0000', '2027-03-01T09:00:00+00:00'],
    [null, null],
  ])('accept %s', async (sent, stored) => {
    const at = await createTestSite()
    await patch(at, { start: '2020-01-01T00:00:00Z' })
    await patch(at, { start: sent })
    expect(await contentOf(at)).toMatchObject({ start: stored })
  })

  it.each(['', 'tomorrow', '2027-02-30', 1_800_000_000, true, ['2027-03-01']])(
    'reject %j',
    async (sent: string | number | boolean | string[]) => {
      expect(await refusedFields(await createTestSite(), { start: sent })).toEqual(['start'])
    },
  )

  it('may be equal', async () => {
    const moment = '2027-03-01T09:00:00Z'
    expect(await refusedFields(await createTestSite(), { start: moment, end: moment })).toEqual([])
  })

  it('in the wrong order are rejected without a field, even if one of the two is the stored value', async () => {
    const at = await createTestSite()
    await patch(at, { start: '2027-03-02T09:00:00Z' })
    expect(await refusedFields(at, { end: '2027-03-01T09:00:00Z' })).toEqual([null])
    expect(await contentOf(at)).toMatchObject({ end: null })
  })
})

describe('days', () => {
  it.each([
    ['of one day', '2027-03-01T09:00:00Z', '2027-03-01T18:00:00Z', 'UTC', ['2027-03-01']],
    ['of one moment', '2027-03-01T09:00:00Z', '2027-03-01T09:00:00Z', 'UTC', ['2027-03-01']],
    ['to midnight', '2027-03-01T09:00:00Z', '2027-03-02T00:00:00Z', 'UTC', ['2027-03-01', '2027-03-02']],
    [
      'over the end of a month',
      '2027-02-27T23:00:00Z',
      '2027-03-01T01:00:00Z',
      'UTC',
      ['2027-02-27', '2027-02-28', '2027-03-01'],
    ],
    [
      'in Berlin, where it is the next day already',
      '2027-03-01T23:30:00Z',
      '2027-03-02T08:00:00Z',
      'Europe/Berlin',
      ['2027-03-02'],
    ],
    [
      'in New York, where it is the day before',
      '2027-03-02T03:00:00Z',
      '2027-03-02T20:00:00Z',
      'America/New_York',
      ['2027-03-01', '2027-03-02'],
    ],
    [
      'over a clock change',
      '2027-03-27T22:30:00Z',
      '2027-03-28T22:30:00Z',
      'Europe/Berlin',
      ['2027-03-27', '2027-03-28', '2027-03-29'],
    ],
    [
      'over the other clock change',
      '2027-10-30T21:30:00Z',
      '2027-10-31T23:30:00Z',
      'Europe/Berlin',
      ['2027-10-30', '2027-10-31', '2027-11-01'],
    ],
  ])('are all local dates from start to end inclusive: %s', async (_, start, end, timezone, days) => {
    const at = await createTestSite()
    await patch(at, { start, end, timezone })
    expect((await contentOf(at)).days).toEqual(days)
  })

  it('are empty if start or end is missing', async () => {
    const at = await createTestSite()
    await patch(at, { start: '2027-03-01T09:00:00Z' })
    expect((await contentOf(at)).days).toEqual([])
    await patch(at, { start: null, end: '2027-03-01T09:00:00Z' })
    expect((await contentOf(at)).days).toEqual([])
  })

  it('are computed: a sent value is ignored', async () => {
    const at = await createTestSite()
    await patch(at, { days: ['2027-03-01'] })
    expect((await contentOf(at)).days).toEqual([])
  })
})

describe('timezone', () => {
  it.each(['nowhere', 'Mars/Olympus', '+02:00', '', 2])(
    'is rejected if it is unknown: %j',
    async (timezone: JsonValue) => {
      const at = await createTestSite()
      expect(await refusedFields(at, { timezone })).toEqual(['timezone'])
      expect((await contentOf(at)).timezone).toBe('UTC')
    },
  )

  it('becomes UTC when it is cleared', async () => {
    const at = await createTestSite()
    await patch(at, { timezone: 'Europe/Berlin' })
    await patch(at, { timezone: null })
    expect((await contentOf(at)).timezone).toBe('UTC')
  })
})

describe.each(lists)('%s', name => {
  const isDurations = name.startsWith('durations')
  const extraColumns = isDurations ? { duration: 60 } : {}

  it('is a list of rows with id, title and color; rows have their id as @id too', async () => {
    const at = await createTestSite()
    await patch(at, {
      [name]: [
        { id: 'a', title: 'Ä' },
        { id: 'b', title: 'B', color: '#aabbcc' },
      ],
    })
    expect((await contentOf(at))[name]).toEqual([
      { '@id': 'a', id: 'a', title: 'Ä', color: '#000000', ...extraColumns },
      { '@id': 'b', id: 'b', title: 'B', color: '#aabbcc', ...extraColumns },
    ])
  })

  it('drops unknown keys of rows', async () => {
    const at = await createTestSite()
    await patch(at, { [name]: [{ id: 'a', title: 'A', speed: 3 }] })
    expect((await contentOf(at))[name]).toEqual([
      { '@id': 'a', id: 'a', title: 'A', color: '#000000', ...extraColumns },
    ])
  })

  it('accepts duplicate ids', async () => {
    const at = await createTestSite()
    await patch(at, {
      [name]: [
        { id: 'a', title: 'A' },
        { id: 'a', title: 'B' },
      ],
    })
    expect((await contentOf(at))[name]).toHaveLength(2)
  })

  it.each([
    ['without an id', [{ title: 'A' }]],
    ['with an id of null', [{ id: null, title: 'A' }]],
    ['without a title', [{ id: 'a' }]],
    ['with an empty title', [{ id: 'a', title: '' }]],
    ['with an id that is not ASCII', [{ id: 'ä', title: 'A' }]],
    ['that are texts', ['a']],
  ])('rejects rows %s', async (_, rows: JsonValue) => {
    const at = await createTestSite()
    expect(await refusedFields(at, { [name]: rows })).toEqual([name])
    expect((await contentOf(at))[name]).toEqual([])
  })

  it('is empty after it is set to null', async () => {
    const at = await createTestSite()
    await patch(at, { [name]: [{ id: 'a', title: 'A' }] })
    await patch(at, { [name]: null })
    expect((await contentOf(at))[name]).toEqual([])
  })
})

describe('the minutes of a duration', () => {
  it('may be sent as text', async () => {
    const at = await createTestSite()
    await patch(at, { durations_talk: [{ id: 'short', title: 'Short', duration: '30' }] })
    expect((await contentOf(at)).durations_talk).toMatchObject([{ duration: 30 }])
  })

  it.each(['half an hour', 1.5, true])('are rejected as %j', async duration => {
    const rows = [{ id: 'short', title: 'Short', duration }]
    expect(await refusedFields(await createTestSite(), { durations_talk: rows })).toEqual(['durations_talk'])
  })
})

describe('schedule_review_states', () => {
  const titled = { private: 'Private [private]', pending: 'Pending review [pending]' }

  it.each([
    ['a list of states', ['private', 'pending'], ['pending', 'private']],
    ['a single text', 'private', ['private']],
    ['terms as they are answered', [{ token: 'private', title: 'Private [private]' }], ['private']],
    ['null', null, []],
    ['an empty list', [], []],
  ])('accepts %s and presents terms', async (_, sent: JsonValue, tokens) => {
    const at = await createTestSite()
    await patch(at, { schedule_review_states: sent })
    const terms = (await contentOf(at)).schedule_review_states as readonly { token: keyof typeof titled }[]
    expect(terms.toSorted((a, b) => (a.token < b.token ? -1 : 1))).toEqual(
      tokens.map(token => ({ token, title: titled[token as keyof typeof titled] })),
    )
  })

  it('rejects a state that no workflow defines', async () => {
    const at = await createTestSite()
    expect(await refusedFields(at, { schedule_review_states: ['archived'] })).toEqual(['schedule_review_states'])
  })
})
