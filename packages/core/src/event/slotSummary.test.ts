import { addPublished, createTestSite, type TestSite, type TestUser, testBase, testMember } from '@plenum/testkit'
import type { JsonObject, JsonValue } from '../foundation/json.js'
import { type DomainError, translateEnglish } from '../foundation/messages.js'

const listing = { batch: { start: 0, size: 100 }, metadata: [], fullObjects: false }

async function contentOf({ run }: TestSite, path: string, as?: TestUser): Promise<JsonObject> {
  return (await run('getContent', path, { as, input: { ...listing, withItems: true } })).content
}

async function patch({ run }: TestSite, path: string, body: JsonObject, as: TestUser = 'max'): Promise<void> {
  await run('editContent', path, { as, input: { body, representation: false } })
}

async function retract({ run }: TestSite, path: string): Promise<void> {
  await run('transitionContent', path, { as: 'max', input: { transition: 'retract', body: {} } })
}

async function remove({ run }: TestSite, path: string): Promise<void> {
  await run('deleteContent', path, { as: 'max', input: undefined })
}

const uidOf = async (at: TestSite, path: string): Promise<string> => String((await contentOf(at, path, 'max')).UID)

async function summariesOf(at: TestSite, path = '/s/talk', as?: TestUser): Promise<Record<string, JsonObject>> {
  const named = (items: readonly JsonObject[]) => items.find(item => item['@id'] === testBase + path) ?? {}
  const search = await at.run('searchContent', '/', { as, input: { ...listing, parameters: {} } })
  const folder = await at.run('getContent', '/s', { as, input: { ...listing, withItems: true } })
  const schedule = await at.run('getSchedule', '/', { as, input: { metadata: [] } })
  const days = schedule.items as unknown as readonly { readonly items: readonly JsonObject[] }[]
  return {
    search: named(search.items),
    listing: named(folder.listing?.items ?? []),
    schedule: named(days.flatMap(({ items }) => items)),
  }
}

async function expectEverywhere(at: TestSite, keys: JsonObject, view: { path?: string; as?: TestUser } = {}) {
  for (const [place, summary] of Object.entries(await summariesOf(at, view.path, view.as)))
    expect({ place, ...summary }).toMatchObject({ place, ...keys })
}

const rows = (...ids: readonly string[]): JsonValue => ids.map(id => ({ id, title: `The ${id}` }))
const terms = (...ids: readonly string[]): JsonValue => ids.map(token => ({ token, title: `The ${token}` }))

async function conference(): Promise<TestSite> {
  const at = await createTestSite()
  await patch(at, '/', {
    tracks: rows('web', 'ops', 'law'),
    levels: rows('easy', 'hard'),
    audience: rows('dev', 'all'),
  })
  await addPublished(at, '/', { '@type': 'Venue', id: 'venue', title: 'Venue' })
  for (const id of ['main', 'beta', 'gamma'])
    await addPublished(at, '/venue', { '@type': 'Room', id, title: `Room ${id}` })
  for (const id of ['anna', 'bert'])
    await addPublished(at, '/', { '@type': 'Presenter', id, title: id, email: `${id}@example.org` })
  await addPublished(at, '/', { '@type': 'Schedule', id: 's', title: 'Schedule' })
  return at
}

const time = { start: '2027-03-01T09:00:00Z', end: '2027-03-01T09:45:00Z' }

const slot = (at: TestSite, type: string, more: JsonObject = {}): Promise<string> =>
  addPublished(at, '/s', { '@type': type, id: 'talk', title: 'The talk', ...time, ...more })

const sessions = ['Keynote', 'Talk', 'Training']
const others = ['OpenSpace', 'LightningTalks']
const forEverybody = ['Slot', 'Break', 'Meeting']

const commonKeys = [
  ...['@id', '@type', 'Subject', 'description', 'effective', 'end', 'getObjSize', 'getRemoteUrl', 'head_title'],
  ...['image_field', 'image_scales', 'mime_type', 'nav_title', 'review_state', 'start', 'title', 'type_title'],
  ...['workflow_states', 'UID', 'slot_category', 'room'],
]
const sessionKeys = [...['presenters', 'session_audience', 'session_language', 'session_level', 'session_track']]
const gridKeys = ['gridColumn', 'gridHeight', 'gridRow']

describe('the keys of a summary', () => {
  it.each([...sessions, ...others])('of a %s are the common ones and those of sessions', async type => {
    const at = await conference()
    await slot(at, type)
    const { search = {}, listing: listed = {}, schedule = {} } = await summariesOf(at)
    expect(Object.keys(search).sort()).toEqual([...commonKeys, ...sessionKeys].sort())
    expect(Object.keys(listed).sort()).toEqual([...commonKeys, ...sessionKeys].sort())
    const inSchedule = [...commonKeys, ...sessionKeys, ...gridKeys, 'portal_type']
    expect(Object.keys(schedule).sort()).toEqual(inSchedule.sort())
  })

  it.each(forEverybody)('of a %s lack presenters, portal_type and the keys of sessions', async type => {
    const at = await conference()
    await slot(at, type)
    const { search = {}, schedule = {} } = await summariesOf(at)
    expect(Object.keys(search).sort()).toEqual([...commonKeys].sort())
    expect(Object.keys(schedule).sort()).toEqual([...commonKeys, ...gridKeys].sort())
  })
})

describe('a slot with only a title and a time', () => {
  it.each([...sessions, ...others])('has no presenters, no room and no choices: %s', async type => {
    const at = await conference()
    await slot(at, type)
    const nothing = { session_audience: null, session_language: null, session_level: null, session_track: null }
    await expectEverywhere(at, { presenters: [], room: [], slot_category: 'activity', ...nothing })
  })

  it.each([
    ['Slot', 'slot'],
    ['Meeting', 'slot'],
    ['Break', 'coffee-break'],
  ])('of type %s has the category %s', async (type, category) => {
    const at = await conference()
    await slot(at, type)
    await expectEverywhere(at, { slot_category: category })
  })

  it.each([
    ['Keynote', 'Keynote'],
    ['Talk', 'Talk'],
    ['Training', 'Training'],
    ['OpenSpace', 'Open Space'],
    ['LightningTalks', 'Lightning Talks'],
  ])('of type %s has the type title %s', async (type, title) => {
    const at = await conference()
    await slot(at, type)
    await expectEverywhere(at, { type_title: title })
    expect((await summariesOf(at)).schedule?.portal_type).toEqual([{ token: type, title }])
  })
})

describe('the room of a slot', () => {
  it('is a list of distinct terms in the order of the rooms, not of the request', async () => {
    const at = await conference()
    const [main, beta] = [await uidOf(at, '/venue/main'), await uidOf(at, '/venue/beta')]
    await slot(at, 'Talk', { room: [beta, main, beta] })
    const room = [
      { token: main, title: 'Room main' },
      { token: beta, title: 'Room beta' },
    ]
    await expectEverywhere(at, { room })
  })

  it('follows moved and renamed rooms', async () => {
    const at = await conference()
    const [main, beta] = [await uidOf(at, '/venue/main'), await uidOf(at, '/venue/beta')]
    await slot(at, 'Talk', { room: [main, beta] })
    await patch(at, '/venue', { ordering: { obj_id: 'beta', delta: 'top' } })
    await patch(at, '/venue/beta', { title: 'Great Hall' })
    const room = [
      { token: beta, title: 'Great Hall' },
      { token: main, title: 'Room main' },
    ]
    await expectEverywhere(at, { room })
  })

  it('begins with the older one if two positions in two venues are equal, as does the column', async () => {
    const at = await conference()
    await addPublished(at, '/', { '@type': 'Venue', id: 'annex', title: 'Annex' })
    await addPublished(at, '/annex', { '@type': 'Room', id: 'attic', title: 'Room attic' })
    const [beta, attic] = [await uidOf(at, '/venue/beta'), await uidOf(at, '/annex/attic')]
    await slot(at, 'Talk', { room: [beta, attic] })
    await patch(at, '/venue', { ordering: { obj_id: 'beta', delta: 'top' } })
    const room = [
      { token: beta, title: 'Room beta' },
      { token: attic, title: 'Room attic' },
    ]
    await expectEverywhere(at, { room })
  })

  it('is accepted as tokens, as terms and as a single text', async () => {
    const at = await conference()
    const main = await uidOf(at, '/venue/main')
    await slot(at, 'Talk')
    for (const room of [[main], main, [{ token: main, title: 'Room main' }], { token: main, title: 'Room main' }]) {
      await patch(at, '/s/talk', { room: [] })
      await patch(at, '/s/talk', { room })
      await expectEverywhere(at, { room: [{ token: main, title: 'Room main' }] })
    }
  })

  it.each(forEverybody)('of a %s lists the chosen rooms or none, yet the slot spans all columns', async type => {
    const at = await conference()
    const [main, beta] = [await uidOf(at, '/venue/main'), await uidOf(at, '/venue/beta')]
    await slot(at, type)
    await expectEverywhere(at, { room: [] })
    await patch(at, '/s/talk', { room: [beta, main] })
    const room = [
      { token: main, title: 'Room main' },
      { token: beta, title: 'Room beta' },
    ]
    await expectEverywhere(at, { room })
    const { items } = await at.run('getSchedule', '/', { input: { metadata: [] } })
    expect(items).toMatchObject([{ rooms: [['_all_', '_all_']], items: [{ gridColumn: 'room-1 / room-all' }] }])
    await retract(at, '/venue/main')
    await expectEverywhere(at, { room: [{ token: beta, title: 'Room beta' }] })
  })

  it('that is not in the vocabulary is rejected', async () => {
    const at = await conference()
    await slot(at, 'Talk')
    const problem = await patch(at, '/s/talk', { room: ['attic'] }).catch((error: DomainError) => error)
    expect(problem).toMatchObject({ code: 'invalid-fields', details: { problems: [{ field: 'room' }] } })
  })

  it('is null in the content if it was never set, and an empty list if it was emptied', async () => {
    const at = await conference()
    await slot(at, 'Talk')
    expect((await contentOf(at, '/s/talk')).room).toBeNull()
    await patch(at, '/s/talk', { room: [] })
    expect((await contentOf(at, '/s/talk')).room).toEqual([])
    await expectEverywhere(at, { room: [] })
  })

  it.each(['room', 'venue'])('is omitted without an error if the %s was deleted', async type => {
    const at = await conference()
    await slot(at, 'Talk', { room: [await uidOf(at, '/venue/main')] })
    await remove(at, type === 'venue' ? '/venue' : '/venue/main')
    await expectEverywhere(at, { title: 'The talk', room: [] })
    expect((await contentOf(at, '/s/talk')).room).toEqual([])
    await patch(at, '/s/talk', { title: 'Another' })
    await expectEverywhere(at, { title: 'Another', room: [] })
  })

  it('is omitted for callers who may not view the room, and presented to others', async () => {
    const at = await conference()
    const [main, beta] = [await uidOf(at, '/venue/main'), await uidOf(at, '/venue/beta')]
    await slot(at, 'Talk', { room: [main, beta] })
    await retract(at, '/venue/main')
    const presented = { token: beta, title: 'Room beta' }
    for (const as of [undefined, 'mia', 'rex'] as const) await expectEverywhere(at, { room: [presented] }, { as })
    const both = { room: [{ token: main, title: 'Room main' }, presented] }
    for (const as of ['rea', 'con', 'edi', 'max'] as const) await expectEverywhere(at, both, { as })
  })

  it.each([
    ['sends another field', () => ({ title: 'New' })],
    ['sends the visible rooms', (visible: string) => ({ room: [visible] })],
  ])('that the editor may not view survives a PATCH that %s', async (_, bodyWith: (visible: string) => JsonObject) => {
    const at = await conference()
    const [main, beta] = [await uidOf(at, '/venue/main'), await uidOf(at, '/venue/beta')]
    const talk = { '@type': 'Talk', id: 'talk', title: 'The talk', ...time, room: [main, beta] }
    await at.run('addContent', '/s', { as: 'con', input: talk })
    await retract(at, '/venue/main')
    await at.site.run('editContent', {
      path: '/s/talk',
      caller: { ...testMember('con'), roles: ['Member'] },
      base: testBase,
      translate: translateEnglish,
      input: () => ({ body: bodyWith(beta), representation: false }),
    })
    const { search = {} } = await summariesOf(at, '/s/talk', 'max')
    expect((search.room as readonly JsonObject[]).map(({ token }) => token)).toEqual([main, beta])
  })
})

describe('tracks, levels and audience', () => {
  const chosen = { session_track: ['ops', 'web'], session_level: ['hard'], session_audience: ['all', 'dev'] }

  it('are lists of terms in the order of the settings', async () => {
    const at = await conference()
    await slot(at, 'Talk', chosen)
    await expectEverywhere(at, {
      session_track: terms('web', 'ops'),
      session_level: terms('hard'),
      session_audience: terms('dev', 'all'),
    })
  })

  it('immediately reflect new titles', async () => {
    const at = await conference()
    await slot(at, 'Talk', chosen)
    await patch(at, '/', { levels: [{ id: 'hard', title: 'Not easy' }] })
    await expectEverywhere(at, { session_level: [{ token: 'hard', title: 'Not easy' }] })
  })

  it('that were removed from the settings are omitted without an error', async () => {
    const at = await conference()
    await slot(at, 'Talk', chosen)
    await patch(at, '/', { tracks: rows('ops'), levels: null })
    await expectEverywhere(at, { session_track: terms('ops'), session_level: [] })
    expect(await contentOf(at, '/s/talk')).toMatchObject({ session_track: terms('ops'), session_level: [] })
    await patch(at, '/s/talk', { description: 'Another field' })
    await expectEverywhere(at, { description: 'Another field', session_track: terms('ops') })
  })

  it('of a setting with a duplicate id present the choice once', async () => {
    const at = await conference()
    await slot(at, 'Talk', { session_track: ['web'] })
    await patch(at, '/', {
      tracks: [
        { id: 'web', title: 'Web' },
        { id: 'web', title: 'Web again' },
      ],
    })
    expect((await summariesOf(at)).schedule?.session_track).toHaveLength(1)
  })

  it('are those of the event that contains them, even in a search of the complete site', async () => {
    const at = await createTestSite()
    await at.run('editControlPanel', '/', {
      as: 'max',
      input: { name: 'tech-event-settings', body: { support_multiple_events: true } },
    })
    for (const id of ['one', 'two']) {
      const tracks = [{ id: 'web', title: `Web at ${id}` }]
      await addPublished(at, '/', { '@type': 'Tech Event', id, title: id, tracks })
      await addPublished(at, `/${id}`, { '@type': 'Schedule', id: 's', title: 'Schedule' })
      const talk = { '@type': 'Talk', id: 'talk', title: 'The talk', session_track: ['web'] }
      await addPublished(at, `/${id}/s`, talk)
    }
    const { items } = await at.run('searchContent', '/', { input: { ...listing, parameters: { getId: 'talk' } } })
    expect(items.map(({ session_track }) => session_track)).toEqual([
      [{ token: 'web', title: 'Web at one' }],
      [{ token: 'web', title: 'Web at two' }],
    ])
  })

  it.each(['session_track', 'session_level', 'session_audience'])(
    'reject a %s that is not in the settings',
    async name => {
      const at = await conference()
      await expect(slot(at, 'Talk', { [name]: ['other'] })).rejects.toMatchObject({
        code: 'invalid-fields',
        details: { problems: [{ field: name }] },
      })
    },
  )
})

describe('session_language', () => {
  it('is presented as a list with one term', async () => {
    const at = await conference()
    await slot(at, 'Talk', { session_language: 'pt' })
    await expectEverywhere(at, { session_language: [{ token: 'pt', title: 'Portuguese' }] })
  })

  it.each([null, ''])('is null if %j was sent', async session_language => {
    const at = await conference()
    await slot(at, 'Talk', { session_language })
    await expectEverywhere(at, { session_language: null })
    expect((await contentOf(at, '/s/talk')).session_language).toBeNull()
  })

  it.each(['fr', 'ja', 'sw'])('may be any code of ISO 639-1: %s', async session_language => {
    const at = await conference()
    await slot(at, 'Talk', { session_language })
    expect((await contentOf(at, '/s/talk')).session_language).toMatchObject({ token: session_language })
  })

  it('rejects other codes', async () => {
    const at = await conference()
    await expect(slot(at, 'Talk', { session_language: 'xx' })).rejects.toMatchObject({ code: 'invalid-fields' })
  })
})

describe('the presenters of a slot', () => {
  const person = (id: string): JsonObject => ({ '@id': `${testBase}/${id}`, title: id })

  it.each(sessions)('of type %s are URLs and titles in the order of the relation', async type => {
    const at = await conference()
    await slot(at, type, { presenters: ['/bert', '/anna'] })
    await expectEverywhere(at, { presenters: [person('bert'), person('anna')] })
  })

  it('are omitted if the caller may not view them', async () => {
    const at = await conference()
    await slot(at, 'Talk', { presenters: ['/anna', '/bert'] })
    await retract(at, '/anna')
    for (const as of [undefined, 'mia', 'rex'] as const)
      await expectEverywhere(at, { presenters: [person('bert')] }, { as })
    for (const as of ['rea', 'max'] as const)
      await expectEverywhere(at, { presenters: [person('anna'), person('bert')] }, { as })
  })

  it('are omitted if they were deleted', async () => {
    const at = await conference()
    await slot(at, 'Talk', { presenters: ['/anna', '/bert'] })
    await remove(at, '/anna')
    await expectEverywhere(at, { presenters: [person('bert')] })
    await expectEverywhere(at, { presenters: [person('bert')] }, { as: 'max' })
  })

  it('immediately reflect new names and URLs', async () => {
    const at = await conference()
    await slot(at, 'Talk', { presenters: ['/anna'] })
    await patch(at, '/anna', { id: 'anne', title: 'Anne' })
    await expectEverywhere(at, { presenters: [{ '@id': `${testBase}/anne`, title: 'Anne' }] })
  })
})

describe('the fields of the slot types', () => {
  const common = [
    ...['start', 'end', 'room', 'slot_category', 'subjects', 'language', 'exclude_from_nav', 'description', 'title'],
    ...['preview_image_link', 'preview_caption_link'],
  ]
  const session = [
    ...['duration', 'presenters', 'session_audience', 'session_language', 'session_level', 'session_track'],
    ...['session_video', 'text'],
  ]
  const ofOne = ['requirements', 'total_seats', 'talks']

  it.each([
    ['Keynote', session],
    ['Talk', session],
    ['Training', [...session, 'requirements', 'total_seats']],
    ['OpenSpace', []],
    ['LightningTalks', ['talks', 'session_video']],
    ['Meeting', []],
    ['Slot', []],
    ['Break', []],
  ])('are complete: %s', async (type, own) => {
    const at = await conference()
    await slot(at, type)
    const keys = Object.keys(await contentOf(at, '/s/talk'))
    expect(keys).toEqual(expect.arrayContaining([...common, ...own]))
    expect([...session, ...ofOne].filter(key => !own.includes(key) && keys.includes(key))).toEqual([])
  })

  it('do not include publication dates: sent ones are ignored', async () => {
    const at = await conference()
    await slot(at, 'Talk')
    const before = (await summariesOf(at)).search?.effective
    await patch(at, '/s/talk', { effective: '2020-01-01T00:00:00Z' })
    expect((await summariesOf(at)).search?.effective).toBe(before)
  })

  it.each([
    ['Slot', 'photo', 'Conference Photo'],
    ['Meeting', 'meeting', 'Meeting'],
    ['Break', 'lunch', 'Lunch'],
  ])('accept categories of the vocabulary of a %s: %s, titled %s', async (type, token, title) => {
    const at = await conference()
    await slot(at, type, { slot_category: token })
    expect((await contentOf(at, '/s/talk')).slot_category).toEqual({ token, title })
  })

  it.each([
    ['Talk', 'lunch'],
    ['Break', 'photo'],
    ['Slot', 'coffee-break'],
    ['Meeting', 'activity'],
  ])('of a %s reject the category %s', async (type, slot_category) => {
    const at = await conference()
    await expect(slot(at, type, { slot_category })).rejects.toMatchObject({
      code: 'invalid-fields',
      details: { problems: [{ field: 'slot_category' }] },
    })
  })

  it('of a Training are seats and requirements', async () => {
    const at = await conference()
    await slot(at, 'Training', { total_seats: '20', requirements: '<p>A laptop</p>' })
    expect(await contentOf(at, '/s/talk')).toMatchObject({
      total_seats: 20,
      requirements: { data: '<p>A laptop</p>', 'content-type': 'text/html', encoding: 'utf-8' },
    })
  })

  it('of Lightning Talks are rows of a required title and required presenters', async () => {
    const at = await conference()
    await slot(at, 'LightningTalks', { talks: [{ title: 'One', presenters: 'Anna and Bert' }] })
    expect((await contentOf(at, '/s/talk')).talks).toMatchObject([{ title: 'One', presenters: 'Anna and Bert' }])
    await expect(patch(at, '/s/talk', { talks: [{ title: 'Two' }] })).rejects.toMatchObject({ code: 'invalid-fields' })
  })

  it('accept an address as a video', async () => {
    const at = await conference()
    await slot(at, 'Talk', { session_video: 'https://example.org/v' })
    expect((await contentOf(at, '/s/talk')).session_video).toBe('https://example.org/v')
    await expect(patch(at, '/s/talk', { session_video: 'v' })).rejects.toMatchObject({ code: 'invalid-fields' })
  })

  it('accept a duration from the settings only', async () => {
    const at = await conference()
    await patch(at, '/', { durations_talk: [{ id: '30', title: 'Half an hour', duration: 30 }] })
    await slot(at, 'Talk', { duration: '30' })
    expect((await contentOf(at, '/s/talk')).duration).toEqual({ token: '30', title: 'Half an hour' })
    await expect(patch(at, '/s/talk', { duration: '31' })).rejects.toMatchObject({ code: 'invalid-fields' })
  })
})

describe('the time of a slot', () => {
  it.each([...sessions, ...others, ...forEverybody])('of type %s has no default', async type => {
    const at = await conference()
    await slot(at, type, { start: null, end: null })
    expect(await contentOf(at, '/s/talk')).toMatchObject({ start: null, end: null })
  })

  it('may have equal start and end, but not an end before its start', async () => {
    const at = await conference()
    await slot(at, 'Talk', { end: time.start })
    await expect(patch(at, '/s/talk', { end: '2027-03-01T08:59:59Z' })).rejects.toMatchObject({
      code: 'invalid-fields',
      details: { problems: [{ field: null }] },
    })
    await expect(patch(at, '/s/talk', { start: '2027-03-01T09:00:01Z' })).rejects.toMatchObject({
      code: 'invalid-fields',
    })
  })
})
