import {
  addPublished,
  allOf,
  countingStore,
  createTestSite,
  type TestSite,
  type TestUser,
  testBase,
} from '@plenum/testkit'
import type { ContentNode } from '../../../content/node/node.js'
import type { ContentStore } from '../../../content/store/contentStore.js'
import type { Programme, ProgrammePerson, ProgrammeSession } from '../../../event/programme.js'
import type { JsonObject, JsonValue } from '../../../foundation/json.js'
import { memoryContentStore } from '../../../memory/memoryContentStore.js'
import { asOwner } from '../../asOwner.js'
import type { Platform } from '../../run/environment.js'
import type { ImportOptions, ImportReport } from './programmePlanning.js'

const at = (iso: string): number => Date.parse(iso)

const guid = (n: number): string => `f${n.toString(16).padStart(31, '0')}`

const anna: ProgrammePerson = { key: '17', uid: null, name: 'Anna Blum', biography: 'Gardener' }
const bert: ProgrammePerson = { key: '18', uid: null, name: 'Bert Cohn', biography: null }

function session(n: number, overrides: Partial<ProgrammeSession> = {}): ProgrammeSession {
  return {
    uid: guid(n),
    shortName: `session-${n}`,
    type: 'Talk',
    title: `Session ${n}`,
    description: `About ${n}`,
    text: `<p>All about ${n}</p>`,
    start: at('2027-03-01T09:00:00Z'),
    end: at('2027-03-01T09:30:00Z'),
    room: 'Hall',
    track: 'web',
    language: 'de',
    persons: ['17'],
    ...overrides,
  }
}

function programme(overrides: Partial<Programme> = {}): Programme {
  return {
    title: 'Spring Conference',
    timezone: 'Europe/Berlin',
    start: at('2027-03-01T08:00:00Z'),
    end: at('2027-03-02T17:00:00Z'),
    rooms: ['Hall', 'Attic'],
    tracks: [{ id: 'web', title: 'Web', color: '#aabbcc' }],
    persons: [anna, bert],
    sessions: [session(1), session(2, { persons: ['18', '17'], room: 'Attic' })],
    unknownTypes: [],
    ...overrides,
  }
}

const load = (
  { site }: TestSite,
  content: Programme = programme(),
  options: Partial<ImportOptions> = {},
): Promise<ImportReport> =>
  asOwner(site, 'importProgramme', { programme: content, author: 'max', retractMissing: false, ...options })

interface Snapshot {
  readonly stamp: string
  readonly nodes: readonly ContentNode[]
}

const snapshot = ({ platform }: TestSite): Promise<Snapshot> =>
  platform.store.read(async reader => ({
    stamp: (await reader.open('/')).stamp,
    nodes: await allOf(reader.subtree('/')),
  }))

const pathsOf = async (site: TestSite, type: string): Promise<readonly string[]> =>
  (await snapshot(site)).nodes.filter(node => node.type === type).map(({ path }) => path)

async function nodeOf(site: TestSite, uid: string): Promise<ContentNode | undefined> {
  return (await snapshot(site)).nodes.find(node => node.uid === uid)
}

async function contentOf({ run }: TestSite, path: string): Promise<JsonObject> {
  const input = { batch: { start: 0, size: 25 }, metadata: [], fullObjects: false, withItems: true }
  return (await run('getContent', path, { as: 'max', input })).content
}

async function patch({ run }: TestSite, path: string, body: JsonObject): Promise<void> {
  await run('editContent', path, { as: 'max', input: { body, representation: false } })
}

async function setMultiple({ run }: TestSite, wanted: boolean): Promise<void> {
  await run('editControlPanel', '/', {
    as: 'max',
    input: { name: 'tech-event-settings', body: { support_multiple_events: wanted } },
  })
}

async function scheduleOf({ run }: TestSite, path = '/', as?: TestUser): Promise<readonly JsonObject[]> {
  const { items } = await run('getSchedule', path, { as, input: { metadata: [] } })
  return (items as unknown as readonly { readonly items: readonly JsonObject[] }[]).flatMap(day => day.items)
}

const titlesIn = (value: JsonValue | undefined): readonly JsonValue[] =>
  (value as readonly JsonObject[]).map(({ title }) => title ?? null)

async function refusal(site: TestSite, content?: Programme, options?: Partial<ImportOptions>): Promise<unknown> {
  const before = await snapshot(site)
  const error: unknown = await load(site, content, options).then(
    report => report,
    (problem: unknown) => problem,
  )
  expect(await snapshot(site)).toEqual(before)
  return error
}

describe('an import into an empty site', () => {
  it('creates one venue with the rooms, one schedule with the sessions, and the presenters', async () => {
    const site = await createTestSite()
    const report = await load(site)
    expect(await pathsOf(site, 'Venue')).toHaveLength(1)
    expect(await pathsOf(site, 'Room')).toEqual(['/venue/hall', '/venue/attic'])
    expect(await pathsOf(site, 'Schedule')).toHaveLength(1)
    expect(await pathsOf(site, 'Talk')).toEqual(['/schedule/session-1', '/schedule/session-2'])
    expect(await pathsOf(site, 'Presenter')).toEqual(['/presenters/anna-blum', '/presenters/bert-cohn'])
    expect(report).toMatchObject({ created: 9, updated: 1, unchanged: 0, retracted: 0, missing: [] })
    expect(report.createdTypes).toEqual({ Document: 1, Presenter: 2, Room: 2, Schedule: 1, Talk: 2, Venue: 1 })
    expect(report.edited).toEqual([
      { path: '/', title: expect.any(String), fields: expect.arrayContaining(['title', 'start']) },
    ])
  })

  it('is one change by the author', async () => {
    const { store, commits } = countingStore()
    const site = await createTestSite({ store })
    const before = commits()
    await load(site, programme(), { author: 'edi' })
    expect(commits()).toBe(before + 1)
    const after = await snapshot(site)
    const created = after.nodes.filter(({ path }) => path !== '/')
    expect(new Set(created.map(({ creator }) => creator))).toEqual(new Set(['edi']))
    expect(new Set(created.map(({ fields }) => String(fields.creators)))).toEqual(new Set(['edi']))
  })

  it('sets title, dates, time zone and tracks of the event', async () => {
    const site = await createTestSite()
    await load(site)
    expect(await contentOf(site, '/')).toMatchObject({
      title: 'Spring Conference',
      start: '2027-03-01T08:00:00+00:00',
      end: '2027-03-02T17:00:00+00:00',
      timezone: 'Europe/Berlin',
      days: ['2027-03-01', '2027-03-02'],
      tracks: [{ id: 'web', title: 'Web', color: '#aabbcc' }],
    })
  })

  it('publishes all created objects, with records', async () => {
    const site = await createTestSite()
    await load(site)
    const created = (await snapshot(site)).nodes.filter(({ path }) => path !== '/')
    for (const node of created) {
      expect([node.path, node.states]).toEqual([node.path, { simple_publication_workflow: 'published' }])
      expect(node.fields.effective).toBe(site.clock.now)
      const records = await site.platform.store.read(reader => reader.records(node.uid))
      expect(records.map(({ action, state, actor }) => [action, state, actor])).toEqual([
        [null, 'private', 'max'],
        ['publish', 'published', 'max'],
      ])
    }
  })

  it('is public in the schedule', async () => {
    const site = await createTestSite()
    await load(site)
    expect(await scheduleOf(site)).toMatchObject([
      {
        '@id': `${testBase}/schedule/session-1`,
        '@type': 'Talk',
        UID: guid(1),
        title: 'Session 1',
        description: 'About 1',
        start: '2027-03-01T09:00:00+00:00',
        end: '2027-03-01T09:30:00+00:00',
        room: [{ title: 'Hall' }],
        presenters: [{ '@id': `${testBase}/presenters/anna-blum`, title: 'Anna Blum' }],
        session_track: [{ token: 'web', title: 'Web' }],
        session_language: [{ token: 'de' }],
        gridColumn: 'room-1',
        gridRow: 'time-1000 / time-1030',
      },
      {
        UID: guid(2),
        room: [{ title: 'Attic' }],
        presenters: [{ title: 'Bert Cohn' }, { title: 'Anna Blum' }],
        gridColumn: 'room-2',
      },
    ])
  })

  it('stores texts and biographies as sanitized HTML', async () => {
    const site = await createTestSite()
    const dirty = '<p>Hello</p><script>alert(1)</script>'
    const persons = [{ ...anna, biography: dirty }]
    await load(site, programme({ persons, sessions: [session(1, { text: dirty })] }))
    const clean = { data: '<p>Hello</p>', 'content-type': 'text/html', encoding: 'utf-8' }
    expect((await contentOf(site, '/schedule/session-1')).text).toEqual(clean)
    expect((await contentOf(site, '/presenters/anna-blum')).text).toEqual(clean)
  })

  it('does not expose the keys of imported objects', async () => {
    const site = await createTestSite()
    await load(site)
    for (const path of ['/schedule/session-1', '/presenters/anna-blum'])
      expect(await contentOf(site, path)).not.toHaveProperty('import_key')
  })

  it('creates no venue without rooms and no page without persons', async () => {
    const site = await createTestSite()
    const bare = session(1, { room: null, track: null, language: null, text: null, persons: [] })
    await load(site, programme({ rooms: [], persons: [], sessions: [bare] }))
    expect((await snapshot(site)).nodes.map(({ path }) => path)).toEqual(['/', '/schedule', '/schedule/session-1'])
    expect(await scheduleOf(site)).toMatchObject([
      { room: [], presenters: [], session_track: null, session_language: null, gridColumn: 'room-1 / room-all' },
    ])
  })

  it.each(['Keynote', 'Talk', 'Training', 'LightningTalks', 'Break', 'Meeting'] as const)(
    'creates a %s as complete as one created in a form',
    async type => {
      const site = await createTestSite()
      await load(site, programme({ sessions: [session(1, { type, persons: [], text: null, track: null })] }))
      await addPublished(site, '/schedule', { '@type': type, id: 'by-hand', title: 'By hand' })
      const [imported, byHand] = [
        await contentOf(site, '/schedule/session-1'),
        await contentOf(site, '/schedule/by-hand'),
      ]
      expect(Object.keys(imported).sort()).toEqual(Object.keys(byHand).sort())
      expect(imported.slot_category).toEqual(byHand.slot_category)
      expect(imported['@type']).toBe(type)
    },
  )

  it('chooses other short names if those of the file are used or invalid', async () => {
    const site = await createTestSite()
    const names = ['same', 'same', 'search', 'a/b', '@x']
    const sessions = names.map((shortName, i) => session(i + 1, { shortName }))
    const twins = [anna, { ...bert, name: 'Anna Blum' }]
    await load(site, programme({ sessions, persons: twins }))
    const paths = (await pathsOf(site, 'Talk')).map(path => path.replace('/schedule/', ''))
    expect(paths.slice(0, 3)).toEqual(['same', 'same-1', 'search-1'])
    expect(new Set(paths).size).toBe(5)
    for (const path of paths) expect(path).toMatch(/^[^/@]+$/)
    expect(await pathsOf(site, 'Presenter')).toEqual(['/presenters/anna-blum', '/presenters/anna-blum-1'])
  })

  it('reports its progress', async () => {
    const steps: (readonly [number, number])[] = []
    await load(await createTestSite(), programme(), { onProgress: (done, total) => steps.push([done, total]) })
    expect(steps).toEqual([
      [1, 2],
      [2, 2],
    ])
  })
})

describe('an import of the same programme', () => {
  const complete = programme({
    sessions: (['Keynote', 'Talk', 'Training', 'LightningTalks', 'Break', 'Meeting'] as const).map((type, i) =>
      session(i + 1, { type, ...(i % 2 ? { room: null, track: null, language: null, text: null } : {}) }),
    ),
  })

  it('changes nothing: no value, no modified, no revision, no stamp', async () => {
    const site = await createTestSite()
    await load(site, complete)
    const before = await snapshot(site)
    site.clock.now += 86_400_000
    const report = await load(site, complete)
    expect(await snapshot(site)).toEqual(before)
    expect(report).toMatchObject({ created: 0, updated: 0, unchanged: 9, retracted: 0, missing: [] })
  })

  it('changes nothing even with the option to retract missing sessions, or with another author', async () => {
    const site = await createTestSite()
    await load(site, complete)
    const before = await snapshot(site)
    await load(site, complete, { retractMissing: true, author: 'edi' })
    expect(await snapshot(site)).toEqual(before)
  })

  it('changes nothing in one of several events', async () => {
    const site = await createTestSite()
    await setMultiple(site, true)
    await addPublished(site, '/', { '@type': 'Tech Event', id: 'conf', title: 'Conference' })
    await load(site, complete, { eventPath: '/conf' })
    const before = await snapshot(site)
    site.clock.now += 1000
    await load(site, complete, { eventPath: '/conf' })
    expect(await snapshot(site)).toEqual(before)
  })

  it('changes nothing after types changed', async () => {
    const site = await createTestSite()
    await load(site, complete)
    const turned = { ...complete, sessions: complete.sessions.map(one => ({ ...one, type: 'Break' as const })) }
    await load(site, turned)
    const before = await snapshot(site)
    await load(site, turned)
    expect(await snapshot(site)).toEqual(before)
  })

  it('preserves additions of editors: other fields, rooms, tracks and settings', async () => {
    const site = await createTestSite()
    await load(site)
    await patch(site, '/', {
      tracks: [
        { id: 'own', title: 'Own' },
        { id: 'web', title: 'Web' },
      ],
      levels: [],
    })
    await patch(site, '/', { levels: [{ id: 'easy', title: 'Easy' }], schedule_review_states: ['private'] })
    await patch(site, '/schedule/session-1', { session_level: ['easy'], subjects: ['tag'] })
    await addPublished(site, '/venue', { '@type': 'Room', id: 'cellar', title: 'Cellar' })
    await load(site)
    expect((await contentOf(site, '/')).tracks).toHaveLength(2)
    expect(await contentOf(site, '/')).toMatchObject({ levels: [{ id: 'easy' }] })
    expect(await contentOf(site, '/schedule/session-1')).toMatchObject({
      session_level: [{ token: 'easy' }],
      subjects: ['tag'],
    })
    expect(await pathsOf(site, 'Room')).toContain('/venue/cellar')
    expect((await load(site)).unchanged).toBe(5)
  })
})

describe('an import of another version of the programme', () => {
  it('updates only changed values', async () => {
    const { store, commits } = countingStore()
    const site = await createTestSite({ store })
    await load(site)
    const before = { ...(await snapshot(site)), commits: commits() }
    site.clock.now += 1000
    const changed = session(1, {
      title: 'New title',
      start: at('2027-03-01T10:00:00Z'),
      end: at('2027-03-01T11:00:00Z'),
    })
    const report = await load(site, programme({ sessions: [changed, programme().sessions[1] ?? changed] }))
    expect(report).toMatchObject({ created: 0, updated: 1, unchanged: 4, retracted: 0, missing: [] })
    const after = await snapshot(site)
    expect(commits()).toBe(before.commits + 1)
    const differing = after.nodes.filter(
      node => !before.nodes.some(old => JSON.stringify(old) === JSON.stringify(node)),
    )
    expect(differing).toMatchObject([{ uid: guid(1), modified: site.clock.now, fields: { title: 'New title' } }])
  })

  it('finds sessions by their guid, with any name and container', async () => {
    const site = await createTestSite()
    await load(site)
    await patch(site, '/schedule/session-1', { id: 'renamed', title: 'By an editor' })
    await addPublished(site, '/schedule', { '@type': 'Document', id: 'day', title: 'Day' })
    await site.platform.store.commit({ renames: [{ from: '/schedule/session-2', to: '/schedule/day/two' }] })
    const report = await load(
      site,
      programme({ sessions: [session(1, { shortName: 'x' }), session(2, { title: 'N' })] }),
    )
    expect(report).toMatchObject({ created: 0, updated: 2, missing: [] })
    expect(await nodeOf(site, guid(1))).toMatchObject({ path: '/schedule/renamed', fields: { title: 'Session 1' } })
    expect(await nodeOf(site, guid(2))).toMatchObject({ path: '/schedule/day/two', fields: { title: 'N' } })
  })

  it('finds presenters by their key, even if an editor renamed and moved them', async () => {
    const site = await createTestSite()
    await load(site)
    await patch(site, '/presenters/anna-blum', { id: 'anne', title: 'Anne' })
    await site.platform.store.commit({ renames: [{ from: '/presenters/anne', to: '/anne' }] })
    await patch(site, '/presenters', { id: 'people' })
    const report = await load(site, programme({ persons: [{ ...anna, name: 'Anna Blume' }, bert] }))
    expect(report).toMatchObject({ created: 0, updated: 1 })
    expect(await pathsOf(site, 'Presenter')).toEqual(['/anne', '/people/bert-cohn'])
    expect(await contentOf(site, '/anne')).toMatchObject({ title: 'Anna Blume' })
    expect(titlesIn((await contentOf(site, '/schedule/session-1')).presenters)).toEqual(['Anna Blume'])
  })

  it('distinguishes presenters with the same name', async () => {
    const site = await createTestSite()
    await addPublished(site, '/', { '@type': 'Presenter', id: 'other', title: 'Anna Blum', email: 'a@example.org' })
    await load(site)
    expect(await pathsOf(site, 'Presenter')).toHaveLength(3)
  })

  it('preserves a biography that is missing from the file', async () => {
    const site = await createTestSite()
    await load(site)
    await patch(site, '/presenters/bert-cohn', { text: '<p>By an editor</p>' })
    await load(site)
    expect(await contentOf(site, '/presenters/bert-cohn')).toMatchObject({ text: { data: '<p>By an editor</p>' } })
  })

  it('preserves the color of a track without one in the file', async () => {
    const site = await createTestSite()
    const colorless = programme({ tracks: [{ id: 'web', title: 'Web', color: null }] })
    await load(site, colorless)
    await patch(site, '/', { tracks: [{ id: 'web', title: 'Web', color: '#123456' }] })
    expect(await load(site, colorless)).toMatchObject({ updated: 0 })
    expect((await contentOf(site, '/')).tracks).toMatchObject([{ color: '#123456' }])
  })

  it('finds rooms by name, also a private one and one of another venue, and creates a room for a new name', async () => {
    const site = await createTestSite()
    await addPublished(site, '/', { '@type': 'Document', id: 'page', title: 'Page' })
    await addPublished(site, '/page', { '@type': 'Venue', id: 'house', title: 'House' })
    await site.run('addContent', '/page/house', { as: 'max', input: { '@type': 'Room', id: 'r', title: 'Hall' } })
    const report = await load(site, programme({ rooms: ['Hall', 'Loft'], sessions: [session(1, { room: 'Loft' })] }))
    expect(await pathsOf(site, 'Venue')).toEqual(['/page/house'])
    expect(await pathsOf(site, 'Room')).toEqual(['/page/house/r', '/page/house/loft'])
    expect(report.created).toBe(1 + 1 + 1 + 1 + 2)
    await patch(site, '/page/house/loft', { title: 'Loft, second floor' })
    await load(site, programme({ rooms: ['Hall', 'Loft'], sessions: [session(1, { room: 'Loft' })] }))
    expect(await pathsOf(site, 'Room')).toHaveLength(3)
    expect(titlesIn((await contentOf(site, '/schedule/session-1')).room)).toEqual(['Loft'])
  })

  it('uses the existing schedule', async () => {
    const site = await createTestSite()
    await addPublished(site, '/', { '@type': 'Schedule', id: 'plan', title: 'Plan' })
    await load(site)
    expect(await pathsOf(site, 'Schedule')).toEqual(['/plan'])
    expect(await pathsOf(site, 'Talk')).toEqual(['/plan/session-1', '/plan/session-2'])
  })

  it('creates deleted objects again', async () => {
    const site = await createTestSite()
    await load(site)
    for (const path of ['/schedule/session-1', '/presenters/anna-blum', '/venue'])
      await site.run('deleteContent', path, { as: 'max', input: undefined })
    expect(await load(site)).toMatchObject({ created: 5, missing: [] })
    expect(await contentOf(site, '/schedule/session-2')).toMatchObject({
      presenters: [{ title: 'Bert Cohn' }, { title: 'Anna Blum' }],
      room: [{ title: 'Attic' }],
    })
  })

  it('adds new sessions, persons and rooms to the existing ones', async () => {
    const site = await createTestSite()
    await load(site)
    const carla = { key: '19', uid: null, name: 'Carla', biography: null }
    const next = session(3, { persons: ['19'], room: 'Loft' })
    const { sessions, persons, rooms } = programme()
    const more = { sessions: [...sessions, next], persons: [...persons, carla], rooms: [...rooms, 'Loft'] }
    expect(await load(site, programme(more))).toEqual({
      created: 3,
      updated: 0,
      unchanged: 5,
      retracted: 0,
      createdTypes: { Presenter: 1, Room: 1, Talk: 1 },
      edited: [],
      missing: [],
      differences: [{ kind: 'new', title: 'Session 3', before: null, after: expect.any(String) }],
    })
    expect(await pathsOf(site, 'Presenter')).toContain('/presenters/carla')
  })

  it('clears values of a session that the file no longer has', async () => {
    const site = await createTestSite()
    await load(site)
    const bare = session(1, { room: null, track: null, language: null, text: null, persons: [], description: '' })
    await load(site, programme({ sessions: [bare] }))
    expect((await scheduleOf(site)).find(({ UID }) => UID === guid(1))).toMatchObject({
      room: [],
      presenters: [],
      session_track: null,
      session_language: null,
      description: '',
    })
    expect((await contentOf(site, '/schedule/session-1')).text).toBeNull()
  })

  it('moves the event to another time zone', async () => {
    const site = await createTestSite()
    await load(site)
    await load(site, programme({ timezone: 'UTC' }))
    expect((await scheduleOf(site))[0]).toMatchObject({ gridRow: 'time-0900 / time-0930' })
  })
})

describe('a session whose type changed', () => {
  const types = ['Keynote', 'Talk', 'Training', 'LightningTalks', 'Break', 'Meeting'] as const
  const changes = types.flatMap(from => types.filter(to => to !== from).map(to => [from, to] as const))

  it.each(changes)('changes from %s to %s and retains its UID, path and state', async (from, to) => {
    const site = await createTestSite()
    await load(site, programme({ sessions: [session(1, { type: from })] }))
    const report = await load(site, programme({ sessions: [session(1, { type: to })] }))
    expect(report).toMatchObject({ created: 0, updated: 1, missing: [] })
    expect(await scheduleOf(site)).toMatchObject([
      { '@id': `${testBase}/schedule/session-1`, '@type': to, UID: guid(1), review_state: 'published' },
    ])
  })

  it.each(changes)('is equal to a new one after a change from %s to %s', async (from, to) => {
    const [changed, fresh] = [await createTestSite(), await createTestSite()]
    await load(changed, programme({ sessions: [session(1, { type: from })] }))
    for (const site of [changed, fresh]) await load(site, programme({ sessions: [session(1, { type: to })] }))
    expect(await scheduleOf(changed)).toEqual(await scheduleOf(fresh))
    expect(await contentOf(changed, '/schedule/session-1')).toEqual(await contentOf(fresh, '/schedule/session-1'))
  })

  it('is no longer found by values that it lost', async () => {
    const site = await createTestSite()
    await load(site)
    const breaks = [session(1, { type: 'Break' }), session(2, { type: 'Meeting' })]
    await load(site, programme({ sessions: breaks }))
    for (const [index, value] of [
      ['session_track', 'web'],
      ['session_language', 'de'],
    ] as const) {
      const parameters = { [index]: value }
      const input = { batch: { start: 0, size: 9 }, metadata: [], fullObjects: false, parameters }
      expect((await site.run('searchContent', '/', { input })).items).toEqual([])
    }
  })

  it('loses a duration that only its previous type has', async () => {
    const site = await createTestSite()
    await load(site)
    await patch(site, '/', { durations_talk: [{ id: '30', title: 'Half an hour', duration: 30 }] })
    await patch(site, '/schedule/session-1', { duration: '30' })
    await load(site, programme({ sessions: [session(1, { type: 'Keynote' })] }))
    expect((await contentOf(site, '/schedule/session-1')).duration).toBeNull()
  })

  it('is found by its new type', async () => {
    const site = await createTestSite()
    await load(site)
    await load(site, programme({ sessions: [session(1, { type: 'Keynote' })] }))
    expect(await pathsOf(site, 'Keynote')).toEqual(['/schedule/session-1'])
    expect((await contentOf(site, '/presenters/anna-blum')).labels).toMatchObject([
      { token: 'keynote-speaker' },
      { token: 'speaker' },
    ])
  })
})

describe('sessions missing from the file', () => {
  const fewer = programme({ sessions: [session(2, { persons: ['18', '17'], room: 'Attic' })] })
  const missing = [{ path: '/schedule/session-1', title: 'Session 1' }]

  it('remain and are reported by each import', async () => {
    const site = await createTestSite()
    await load(site)
    const before = await snapshot(site)
    for (const _ of [1, 2]) {
      expect(await load(site, fewer)).toMatchObject({ missing, retracted: 0, updated: 0 })
      expect(await snapshot(site)).toEqual(before)
    }
    expect(await scheduleOf(site)).toHaveLength(2)
  })

  it('are retracted on request, with a record', async () => {
    const site = await createTestSite()
    await load(site)
    site.clock.now += 1000
    expect(await load(site, fewer, { retractMissing: true })).toEqual({
      created: 0,
      updated: 0,
      unchanged: 4,
      retracted: 1,
      createdTypes: {},
      edited: [],
      missing,
      differences: [{ kind: 'withdrawn', title: 'Session 1', before: '2027-03-01T09:00:00+00:00', after: null }],
    })
    expect((await scheduleOf(site)).map(({ UID }) => UID)).toEqual([guid(2)])
    expect(await contentOf(site, '/schedule/session-1')).toMatchObject({ review_state: 'private' })
    const records = await site.platform.store.read(reader => reader.records(guid(1)))
    expect(records.at(-1)).toMatchObject({ action: 'retract', state: 'private', actor: 'max', time: site.clock.now })
  })

  it('that were retracted before are reported and not changed', async () => {
    const site = await createTestSite()
    await load(site)
    await load(site, fewer, { retractMissing: true })
    const before = await snapshot(site)
    expect(await load(site, fewer, { retractMissing: true })).toMatchObject({ retracted: 0, missing })
    expect(await snapshot(site)).toEqual(before)
  })

  it('are published again if the file has them again, unless an editor retracted them', async () => {
    const site = await createTestSite()
    await load(site)
    await load(site, fewer, { retractMissing: true })
    expect(await load(site)).toMatchObject({ updated: 1, missing: [] })
    expect(await contentOf(site, '/schedule/session-1')).toMatchObject({ review_state: 'published' })
    await site.run('transitionContent', '/schedule/session-1', {
      as: 'max',
      input: { transition: 'retract', body: {} },
    })
    expect(await load(site)).toMatchObject({ updated: 0 })
    expect(await contentOf(site, '/schedule/session-1')).toMatchObject({ review_state: 'private' })
  })

  it('do not include those of editors, nor presenters, rooms or sessions of other events', async () => {
    const site = await createTestSite()
    await setMultiple(site, true)
    for (const id of ['one', 'two']) await addPublished(site, '/', { '@type': 'Tech Event', id, title: id })
    await load(site, programme(), { eventPath: '/one' })
    await load(site, programme({ sessions: [session(3)] }), { eventPath: '/two' })
    await addPublished(site, '/one/schedule', { '@type': 'Talk', id: 'own', title: 'Own' })
    const none = programme({ sessions: [], persons: [], rooms: [] })
    const report = await load(site, none, { eventPath: '/one', retractMissing: true })
    expect(report.missing.map(({ path }) => path)).toEqual(['/one/schedule/session-1', '/one/schedule/session-2'])
    expect(await contentOf(site, '/one/schedule/own')).toMatchObject({ review_state: 'published' })
    expect(await contentOf(site, '/one/presenters/anna-blum')).toMatchObject({ review_state: 'published' })
    expect(await contentOf(site, '/two/schedule/session-3')).toMatchObject({ review_state: 'published' })
  })
})

describe('several events', () => {
  async function withEvents(): Promise<TestSite> {
    const site = await createTestSite()
    await setMultiple(site, true)
    for (const id of ['one', 'two']) await addPublished(site, '/', { '@type': 'Tech Event', id, title: id })
    await addPublished(site, '/one', { '@type': 'Document', id: 'page', title: 'Page' })
    return site
  }

  it('require the path of the event: without it nothing is imported', async () => {
    expect(await refusal(await withEvents())).toMatchObject({ code: 'bad-request' })
  })

  it.each(['/', '/one/page', '/nothing', '/one/nothing'])(
    'reject the path %s, which is not an event, and import nothing',
    async eventPath => {
      expect(await refusal(await withEvents(), programme(), { eventPath })).toMatchObject({ code: 'bad-request' })
    },
  )

  it('contain the objects of their imports', async () => {
    const site = await withEvents()
    await load(site, programme(), { eventPath: '/one' })
    expect(await pathsOf(site, 'Room')).toEqual(['/one/venue/hall', '/one/venue/attic'])
    expect(await pathsOf(site, 'Presenter')).toEqual(['/one/presenters/anna-blum', '/one/presenters/bert-cohn'])
    expect(await scheduleOf(site, '/one')).toHaveLength(2)
    expect(await scheduleOf(site, '/two')).toEqual([])
    expect(await contentOf(site, '/one')).toMatchObject({ title: 'Spring Conference', timezone: 'Europe/Berlin' })
    expect(await contentOf(site, '/two')).toMatchObject({ title: 'two', timezone: 'UTC' })
    expect(await contentOf(site, '/')).toMatchObject({ title: 'Site' })
  })

  it('have separate rooms and presenters, even with equal names', async () => {
    const site = await withEvents()
    await load(site, programme(), { eventPath: '/one' })
    await load(site, programme({ sessions: [session(3)] }), { eventPath: '/two' })
    expect((await scheduleOf(site, '/two'))[0]).toMatchObject({
      room: [{ title: 'Hall' }],
      presenters: [{ '@id': `${testBase}/two/presenters/anna-blum` }],
    })
    expect(await pathsOf(site, 'Room')).toHaveLength(4)
  })

  it('that are switched off still accept the path of a Tech Event, and the site accepts none', async () => {
    const site = await withEvents()
    await setMultiple(site, false)
    await load(site)
    expect(await scheduleOf(site)).toHaveLength(2)
    await load(site, programme({ sessions: [session(3)] }), { eventPath: '/one' })
    expect(await scheduleOf(site, '/one')).toHaveLength(1)
    expect(await scheduleOf(site)).toHaveLength(2)
  })

  it('in a site of one event accept the path /', async () => {
    const site = await createTestSite()
    await load(site, programme(), { eventPath: '/' })
    expect(await scheduleOf(site)).toHaveLength(2)
  })
})

describe('a guid of other content', () => {
  it('is rejected in another event, and nothing is written', async () => {
    const site = await createTestSite()
    await setMultiple(site, true)
    for (const id of ['one', 'two']) await addPublished(site, '/', { '@type': 'Tech Event', id, title: id })
    await load(site, programme(), { eventPath: '/one' })
    const error = await refusal(site, programme({ sessions: [session(3), session(2)] }), { eventPath: '/two' })
    expect(error).toMatchObject({ code: 'bad-request' })
    expect(String(error)).toContain(guid(2))
    expect(String(error)).toContain('/one/schedule/session-2')
  })

  it.each([
    ['Document', '/'],
    ['Venue', '/'],
    ['Schedule', '/'],
    ['Presenter', '/'],
    ['SponsorsDB', '/'],
    ['Room', '/venue'],
  ])('is rejected for a %s of the same event, and nothing is written', async (type, container) => {
    const site = await createTestSite()
    await addPublished(site, '/', { '@type': 'Venue', id: 'venue', title: 'Venue' })
    await addPublished(site, container, { '@type': type, id: 'other', title: 'Other', UID: guid(1) })
    expect(await refusal(site)).toMatchObject({ code: 'bad-request' })
  })

  it('is rejected for the site itself, and nothing is written', async () => {
    const site = await createTestSite()
    const root = (await snapshot(site)).nodes[0]?.uid ?? ''
    const error = await refusal(site, programme({ sessions: [session(1, { uid: root })] }))
    expect(error).toMatchObject({ code: 'bad-request' })
  })
})

/**
 * Creates a store that calls `before` immediately before the next commit. If `isStubborn` is set, the store refuses
 * every commit.
 */
function interrupted(): Platform['store'] & { before: (() => Promise<unknown>) | undefined; isStubborn: boolean } {
  const inner = memoryContentStore()
  const changed = { ok: false, reason: 'changed' } as const
  const store = {
    ...inner,
    before: undefined as (() => Promise<unknown>) | undefined,
    isStubborn: false,
    commit: async (change: Parameters<ContentStore['commit']>[0]) => {
      const { before } = store
      store.before = undefined
      await before?.()
      return store.isStubborn ? changed : inner.commit(change)
    },
    // Simulates another process whose writes always precede the commit.
    alone: <T>(task: (commit: ContentStore['commit']) => Promise<T>) =>
      inner.alone(commit => task(async change => (store.isStubborn ? changed : commit(change)))),
  }
  return store
}

describe('an import during other writes', () => {
  const changed = programme({ sessions: [session(1, { title: 'From the file' }), session(2)] })

  it('is planned again if a session was edited in the meantime: both changes survive', async () => {
    const store = interrupted()
    const site = await createTestSite({ store })
    await load(site)
    store.before = () => patch(site, '/schedule/session-1', { subjects: ['edited'], title: 'By an editor' })
    expect(await load(site, changed)).toMatchObject({ created: 0, updated: 2 })
    expect(await contentOf(site, '/schedule/session-1')).toMatchObject({ title: 'From the file', subjects: ['edited'] })
  })

  it('is planned again if the event was edited in the meantime', async () => {
    const store = interrupted()
    const site = await createTestSite({ store })
    store.before = () => patch(site, '/', { levels: [{ id: 'easy', title: 'Easy' }] })
    await load(site)
    expect(await contentOf(site, '/')).toMatchObject({ title: 'Spring Conference', levels: [{ id: 'easy' }] })
  })

  it('chooses another short name if another writer used it first', async () => {
    const store = interrupted()
    const site = await createTestSite({ store })
    await addPublished(site, '/', { '@type': 'Schedule', id: 'plan', title: 'Plan' })
    const talk = { '@type': 'Talk', id: 'session-1', title: 'By hand' }
    store.before = () => site.run('addContent', '/plan', { as: 'max', input: talk })
    await load(site, programme(), { replaceEvent: true })
    expect(await nodeOf(site, guid(1))).toMatchObject({ path: '/plan/session-1-1' })
    expect(await contentOf(site, '/plan/session-1')).toMatchObject({ title: 'By hand' })
  })

  it('creates everything once if the same import runs twice at the same time', async () => {
    const store = interrupted()
    const site = await createTestSite({ store })
    store.before = () => load(site)
    expect(await load(site)).toMatchObject({ created: 0, updated: 0, unchanged: 5 })
    expect(await pathsOf(site, 'Venue')).toHaveLength(1)
    expect(await pathsOf(site, 'Presenter')).toHaveLength(2)
    expect(await pathsOf(site, 'Talk')).toHaveLength(2)
  })

  it('creates required objects again that were deleted in the meantime', async () => {
    const store = interrupted()
    const site = await createTestSite({ store })
    await load(site)
    store.before = () => site.run('deleteContent', '/schedule', { as: 'max', input: undefined })
    await load(site, programme({ sessions: [...programme().sessions, session(3)] }))
    expect(await pathsOf(site, 'Talk')).toHaveLength(3)
  })

  it('fails with a conflict if every attempt conflicts, and nothing is written', async () => {
    const store = interrupted()
    const site = await createTestSite({ store })
    store.isStubborn = true
    expect(await refusal(site)).toMatchObject({ code: 'conflict' })
  })
})

describe('versions of an import', () => {
  const versionsOf = async ({ platform }: TestSite, uid: string) =>
    (await platform.store.read(reader => reader.versions(uid))).map(({ number, actor, comments }) => [
      number,
      actor,
      comments,
    ])
  const initial = [0, 'max', 'Initial version']

  it('begin with the imported object and continue with changes of imports', async () => {
    const site = await createTestSite()
    await load(site)
    expect(await versionsOf(site, guid(1))).toEqual([initial])
    const changed = programme({ sessions: [session(1, { title: 'Another title' }), session(2)] })
    await load(site, changed)
    await load(site, changed)
    expect(await versionsOf(site, guid(1))).toEqual([initial, [1, 'max', '']])
    const version = await site.platform.store.read(reader => reader.version(guid(1), 0))
    expect(version?.node.fields.title).toBe('Session 1')
  })

  it('are not created if a session is only retracted or published again', async () => {
    const site = await createTestSite()
    await load(site)
    await load(site, programme({ sessions: [session(1)] }), { retractMissing: true })
    await load(site, programme({ sessions: [session(1), session(2, { persons: ['18', '17'], room: 'Attic' })] }))
    expect((await nodeOf(site, guid(2)))?.states.simple_publication_workflow).toBe('published')
    expect(await versionsOf(site, guid(2))).toEqual([initial])
  })
})

describe('an import into an event with other sessions', () => {
  const other = (overrides: Partial<Programme> = {}) =>
    programme({ title: 'Camp', sessions: [session(7)], ...overrides })

  async function ownSite(): Promise<TestSite> {
    const site = await createTestSite()
    await load(site)
    await addPublished(site, '/schedule', { '@type': 'Talk', title: 'Honey' })
    return site
  }

  it('is rejected with the titles of all sessions that no import created, and writes nothing', async () => {
    const site = await ownSite()
    const before = await snapshot(site)
    const refusal = /"Spring Conference" \(2027-03-01 – 2027-03-02\).*: 1, such as \/schedule\/honey\..*"Camp"/
    await expect(load(site, other())).rejects.toThrow(refusal)
    await expect(load(site, other({ title: 'Spring Conference', end: at('2027-03-03T17:00:00Z') }))).rejects.toThrow(
      '2027-03-03',
    )
    await expect(load(site, programme({ title: 'Camp' }))).rejects.toThrow('--replace-event')
    expect(await snapshot(site)).toEqual(before)
  })

  it('is accepted with the option to replace the event, or if the file belongs to the same event', async () => {
    const site = await ownSite()
    expect(await load(site, programme({ end: at('2027-03-03T17:00:00Z') }))).toMatchObject({
      updated: 1,
      edited: [{ path: '/', title: 'Spring Conference', fields: ['end'] }],
    })
    expect(await load(site, other(), { replaceEvent: true })).toMatchObject({ updated: 1 })
  })

  it('is accepted without sessions of editors, or if the file has them', async () => {
    const site = await createTestSite()
    await load(site)
    expect(await load(site, other())).toMatchObject({ updated: 1 })
  })

  it('reports the same in a dry run and writes nothing', async () => {
    const site = await createTestSite()
    const before = await snapshot(site)
    const dry = await load(site, programme(), { isDry: true })
    expect(await snapshot(site)).toEqual(before)
    expect(await load(site)).toEqual(dry)
  })
})
