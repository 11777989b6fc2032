import { addPublished, createTestSite, type TestSite, type TestUser, testMember } from '@plenum/testkit'
import type { Term } from '../content/fields/reading.js'
import type { JsonObject, JsonValue } from '../foundation/json.js'
import { anonymous } from '../security/caller.js'
import { holderNames } from '../security/permissions.js'
import { scanFew } from '../site/run/openEach.js'
import { eventVocabularies } from './eventVocabularies.js'

const prefix = 'collective.techevent.vocabularies.'

async function termsOf(
  { platform }: TestSite,
  name: string,
  { as, path = '/' }: { as?: TestUser; path?: string } = {},
): Promise<readonly Term[]> {
  const vocabulary = eventVocabularies.find(candidate => candidate.name === prefix + name)
  if (!vocabulary) throw new Error(`There is no vocabulary ${name}.`)
  return platform.store.read(async reader => {
    const { lineage } = await reader.open(path)
    return vocabulary.terms({
      reader,
      lineage,
      slice: platform.scheduler,
      scanAll: query => scanFew({ reader, task: platform.scheduler }, query),
      principals: holderNames(as ? testMember(as) : anonymous),
    })
  })
}

const titles = async (...request: Parameters<typeof termsOf>): Promise<readonly string[]> =>
  (await termsOf(...request)).map(({ title }) => title)

const add = (at: TestSite, container: string, type: string, rest: JsonObject): Promise<string> =>
  addPublished(at, container, { '@type': type, ...rest })

async function patch({ run }: TestSite, path: string, body: JsonObject): Promise<void> {
  await run('editContent', path, { as: 'max', input: { body, representation: false } })
}

async function retract({ run }: TestSite, path: string): Promise<void> {
  await run('transitionContent', path, { as: 'max', input: { transition: 'retract', body: {} } })
}

async function setMultiple({ run }: TestSite, wanted: boolean): Promise<void> {
  await run('editControlPanel', '/', {
    as: 'max',
    input: { name: 'tech-event-settings', body: { support_multiple_events: wanted } },
  })
}

async function findUids({ run }: TestSite, parameters: Record<string, string | string[]>): Promise<readonly string[]> {
  const input = { parameters, batch: { start: 0, size: 100 }, metadata: [], fullObjects: false }
  const { items } = await run('searchContent', '/', { as: 'max', input })
  return items.map(item => String(item['@id']).replace('http://site.example', ''))
}

describe('the vocabularies of events', () => {
  it('are listed by their full names, each once', () => {
    expect(eventVocabularies.map(({ name }) => name.replace(prefix, '')).sort()).toEqual([
      'break_categories',
      'durations_keynote',
      'durations_talk',
      'durations_training',
      'presenter_labels',
      'presenters',
      'session_audiences',
      'session_categories',
      'session_levels',
      'session_tracks',
      'slot_categories',
      'slot_rooms',
      'sponsorship_benefits',
      'sponsorship_levels',
    ])
  })
})

describe('fixed vocabularies', () => {
  it.each([
    ['slot_categories', ['slot Slot', 'registration Registration', 'meeting Meeting', 'photo Conference Photo']],
    ['break_categories', ['coffee-break Coffee-Break', 'lunch Lunch']],
    ['session_categories', ['activity Activity']],
    [
      'presenter_labels',
      [
        'keynote-speaker Keynote Speaker',
        'speaker Speaker',
        'instructor Instructor',
        'pf-member Plone Foundation Member',
      ],
    ],
  ])('has its terms: %s', async (name, expected) => {
    const terms = await termsOf(await createTestSite(), name)
    expect(terms.map(({ token, title }) => `${token} ${title}`)).toEqual(expected)
  })
})

describe.each([
  ['session_tracks', 'tracks'],
  ['session_levels', 'levels'],
  ['session_audiences', 'audience'],
  ['durations_keynote', 'durations_keynote'],
  ['durations_talk', 'durations_talk'],
  ['durations_training', 'durations_training'],
])('%s', (name, setting) => {
  const rows = [
    { id: 'z', title: 'Last letter' },
    { id: 'a', title: 'First letter' },
  ]
  const expected = rows.map(({ id, title }) => ({ token: id, title }))

  it(`has the rows of the setting ${setting} in order, for everybody`, async () => {
    const at = await createTestSite()
    expect(await termsOf(at, name)).toEqual([])
    await patch(at, '/', { [setting]: rows })
    await add(at, '/', 'Document', { id: 'page', title: 'Page' })
    expect(await termsOf(at, name)).toEqual(expected)
    expect(await termsOf(at, name, { path: '/page' })).toEqual(expected)
  })

  it('contains the rows of the current event if the site has several events, and is empty outside', async () => {
    const at = await createTestSite()
    await setMultiple(at, true)
    for (const id of ['one', 'two']) await add(at, '/', 'Tech Event', { id, title: id })
    await add(at, '/one', 'Document', { id: 'page', title: 'Page' })
    await patch(at, '/one', { [setting]: rows })
    expect(await termsOf(at, name, { path: '/one/page' })).toEqual(expected)
    expect(await termsOf(at, name, { path: '/two' })).toEqual([])
    expect(await termsOf(at, name, { path: '/' })).toEqual([])
  })
})

describe('slot_rooms', () => {
  async function withRooms(): Promise<TestSite> {
    const at = await createTestSite()
    for (const venue of ['a', 'b']) {
      await add(at, '/', 'Venue', { id: venue, title: venue })
      for (const n of [1, 2]) await add(at, `/${venue}`, 'Room', { id: `${venue}${n}`, title: `${venue}${n}` })
    }
    return at
  }
  const order = (at: TestSite, path: string, id: string, delta: number) =>
    patch(at, path, { ordering: { obj_id: id, delta } })

  it('has UIDs of rooms as tokens and their titles as titles', async () => {
    const at = await createTestSite()
    await add(at, '/', 'Venue', { id: 'venue', title: 'Venue' })
    const { content } = await at.run('addContent', '/venue', { as: 'max', input: { '@type': 'Room', title: 'Hall' } })
    expect(await termsOf(at, 'slot_rooms', { as: 'max' })).toEqual([{ token: content.UID, title: 'Hall' }])
  })

  it('sorts by position in the venue, and lists the older room first if the positions are equal', async () => {
    expect(await titles(await withRooms(), 'slot_rooms')).toEqual(['a1', 'b1', 'a2', 'b2'])
  })

  it('immediately reflects a moved or renamed room, and is independent of a moved venue', async () => {
    const at = await withRooms()
    await order(at, '/a', 'a2', -1)
    expect(await titles(at, 'slot_rooms')).toEqual(['a2', 'b1', 'a1', 'b2'])
    await patch(at, '/a/a2', { title: 'Great Hall' })
    expect(await titles(at, 'slot_rooms')).toContain('Great Hall')
    const before = await titles(at, 'slot_rooms')
    await order(at, '/', 'b', -1)
    expect(await titles(at, 'slot_rooms')).toEqual(before)
  })

  it('omits rooms that the caller may not view; a private venue hides no rooms', async () => {
    const at = await withRooms()
    await retract(at, '/a')
    await retract(at, '/b/b1')
    expect(await titles(at, 'slot_rooms')).toEqual(['a1', 'a2', 'b2'])
    expect(await titles(at, 'slot_rooms', { as: 'mia' })).toEqual(['a1', 'a2', 'b2'])
    expect(await titles(at, 'slot_rooms', { as: 'rea' })).toEqual(['a1', 'b1', 'a2', 'b2'])
  })

  it('contains only the rooms of the current event', async () => {
    const at = await withRooms()
    await setMultiple(at, true)
    await add(at, '/', 'Tech Event', { id: 'conf', title: 'Conference' })
    await add(at, '/conf', 'Venue', { id: 'venue', title: 'Venue' })
    await add(at, '/conf/venue', 'Room', { id: 'room', title: 'Room of the conference' })
    expect(await titles(at, 'slot_rooms', { path: '/conf/venue' })).toEqual(['Room of the conference'])
    expect(await titles(at, 'slot_rooms')).toEqual([])
    await setMultiple(at, false)
    expect(await titles(at, 'slot_rooms')).toEqual(['a1', 'b1', 'a2', 'b2'])
  })
})

describe('presenters', () => {
  const presenter = (at: TestSite, title: string) => add(at, '/', 'Presenter', { title, email: 'p@example.org' })

  it('has UIDs of presenters as tokens and sorts by folded titles', async () => {
    const at = await createTestSite()
    for (const title of ['zoe', 'Ärni', 'Berta', 'anna', 'Robot 10', 'Robot 2']) await presenter(at, title)
    expect(await titles(at, 'presenters')).toEqual(['anna', 'Ärni', 'Berta', 'Robot 2', 'Robot 10', 'zoe'])
    const { content } = await at.run('getContent', '/zoe', {
      input: { batch: { start: 0, size: 1 }, metadata: [], fullObjects: false, withItems: false },
    })
    expect((await termsOf(at, 'presenters')).at(-1)).toEqual({ token: content.UID, title: 'zoe' })
  })

  it('omits presenters that the caller may not view', async () => {
    const at = await createTestSite()
    await retract(at, await presenter(at, 'Hidden'))
    await presenter(at, 'Visible')
    expect(await titles(at, 'presenters')).toEqual(['Visible'])
    expect(await titles(at, 'presenters', { as: 'edi' })).toEqual(['Hidden', 'Visible'])
  })
})

describe('sponsorship_levels and sponsorship_benefits', () => {
  it('have short names of levels and ids of benefits as tokens, in order', async () => {
    const at = await createTestSite()
    const benefits = ['tickets', 'logo'].map(id => ({ id, title: `The ${id}`, description: 'About it' }))
    await add(at, '/', 'SponsorsDB', { id: 'db', title: 'Sponsors', benefits })
    for (const id of ['silver', 'gold']) await add(at, '/db', 'SponsorLevel', { id, title: `Level ${id}` })
    await patch(at, '/db', { ordering: { obj_id: 'gold', delta: 'top' } })
    expect(await termsOf(at, 'sponsorship_levels')).toEqual([
      { token: 'gold', title: 'Level gold' },
      { token: 'silver', title: 'Level silver' },
    ])
    expect(await termsOf(at, 'sponsorship_benefits')).toEqual([
      { token: 'tickets', title: 'The tickets' },
      { token: 'logo', title: 'The logo' },
    ])
  })

  it('are empty without a database', async () => {
    const at = await createTestSite()
    expect(await termsOf(at, 'sponsorship_levels')).toEqual([])
    expect(await termsOf(at, 'sponsorship_benefits')).toEqual([])
  })
})

describe('the indexes of events', () => {
  async function withTalk(): Promise<{ at: TestSite; room: string }> {
    const at = await createTestSite()
    const rows = (id: string): JsonValue => [{ id, title: id }]
    await patch(at, '/', { tracks: rows('web'), levels: rows('easy'), audience: rows('dev') })
    await add(at, '/', 'Venue', { id: 'venue', title: 'Venue' })
    const { content } = await at.run('addContent', '/venue', { as: 'max', input: { '@type': 'Room', title: 'Hall' } })
    await add(at, '/', 'Schedule', { id: 's', title: 'Schedule' })
    await add(at, '/s', 'Talk', {
      id: 'talk',
      title: 'Talk',
      room: [String(content.UID)],
      session_track: ['web'],
      session_level: ['easy'],
      session_audience: ['dev'],
      session_language: 'pt',
    })
    await add(at, '/s', 'Talk', { id: 'bare', title: 'Bare' })
    return { at, room: String(content.UID) }
  }

  it.each([
    ['session_track', 'web'],
    ['session_level', 'easy'],
    ['session_audience', 'dev'],
    ['session_language', 'pt'],
  ])('%s finds sessions', async (index, value) => {
    const { at } = await withTalk()
    expect(await findUids(at, { [index]: value })).toEqual(['/s/talk'])
    expect(await findUids(at, { [index]: [value, 'other'] })).toEqual(['/s/talk'])
    expect(await findUids(at, { [index]: 'other' })).toEqual([])
  })

  it('slot_room finds slots', async () => {
    const { at, room } = await withTalk()
    expect(await findUids(at, { slot_room: room })).toEqual(['/s/talk'])
  })

  it('presenter_categories finds presenters', async () => {
    const at = await createTestSite()
    const person = { title: 'Anna', email: 'a@example.org' }
    await add(at, '/', 'Presenter', { ...person, id: 'anna', categories: ['speaker', 'pf-member'] })
    await add(at, '/', 'Presenter', { ...person, id: 'bert', categories: ['instructor'] })
    expect(await findUids(at, { presenter_categories: 'pf-member' })).toEqual(['/anna'])
    expect(await findUids(at, { presenter_categories: ['speaker', 'instructor'] })).toEqual(['/anna', '/bert'])
  })

  it('level finds sponsors, even after the level is renamed', async () => {
    const at = await createTestSite()
    await add(at, '/', 'SponsorsDB', { id: 'db', title: 'Sponsors' })
    await add(at, '/db', 'SponsorLevel', { id: 'gold', title: 'Gold' })
    await add(at, '/db/gold', 'Sponsor', { id: 'acme', title: 'Acme' })
    expect(await findUids(at, { level: 'gold' })).toEqual(['/db/gold/acme'])
    await patch(at, '/db/gold', { id: 'diamond' })
    expect(await findUids(at, { level: 'gold' })).toEqual([])
    expect(await findUids(at, { level: 'diamond' })).toEqual(['/db/diamond/acme'])
  })
})
