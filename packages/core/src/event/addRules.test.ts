import { addPublished, createTestSite, type TestSite, type TestUser, testBase } from '@plenum/testkit'
import type { JsonObject } from '../foundation/json.js'
import { DomainError, translateEnglish } from '../foundation/messages.js'
import { anonymous, type Caller } from '../security/caller.js'
import { eventPermissions } from './eventPermissions.js'

const stock = ['Document', 'Event', 'File', 'Image', 'Link', 'News Item']
const slots = ['Break', 'Keynote', 'LightningTalks', 'Meeting', 'OpenSpace', 'Slot', 'Talk', 'Training']
const sessions = ['Keynote', 'Talk', 'Training']
const partsOfEvents = ['Presenter', 'Schedule', 'SponsorsDB', 'Venue']
const attachments = ['File', 'Image', 'Link']
const allTypes = [...stock, ...slots, ...partsOfEvents, 'Room', 'Sponsor', 'SponsorLevel', 'Tech Event'].sort()

/**
 * Tries to add an object without a title. An object of a permitted type is then rejected only because the title is
 * missing.
 */
async function attempt({ site }: TestSite, path: string, { type, caller }: { type: string; caller: Caller }) {
  const input = { '@type': type }
  const request = { path, caller, input: () => input, base: testBase, translate: translateEnglish }
  return site.run('addContent', request).then(
    () => 'added',
    (error: unknown) => {
      if (!(error instanceof DomainError)) throw error
      return error.code === 'invalid-fields' ? 'addable' : error.code
    },
  )
}

const member = (id: string, ...roles: string[]): Caller => ({
  kind: 'member',
  id,
  fullname: id,
  roles: ['Member', ...roles],
  groups: [],
})

async function addableTypes(at: TestSite, path: string, caller: Caller): Promise<string[]> {
  const addable: string[] = []
  for (const type of allTypes) {
    const verdict = await attempt(at, path, { type, caller })
    expect(['addable', 'forbidden']).toContain(verdict)
    if (verdict === 'addable') addable.push(type)
  }
  return addable
}

async function verdictOf(at: TestSite, path: string, type: string, user = 'max'): Promise<string> {
  const roles: Record<string, string> = { max: 'Manager', con: 'Contributor' }
  return attempt(at, path, { type, caller: member(user, roles[user] ?? '') })
}

async function setMultiple({ run }: TestSite, wanted: boolean): Promise<void> {
  await run('editControlPanel', '/', {
    as: 'max',
    input: { name: 'tech-event-settings', body: { support_multiple_events: wanted } },
  })
}

async function singleEvent({ hasDatabase }: { hasDatabase: boolean }): Promise<TestSite> {
  const at = await createTestSite()
  const add = (container: string, type: string, id: string) =>
    addPublished(at, container, {
      '@type': type,
      id,
      title: id,
      ...(type === 'Presenter' ? { email: 'p@example.org' } : {}),
    })
  await add('/', 'Document', 'page')
  await add('/', 'Presenter', 'presenter')
  await add('/', 'Venue', 'venue')
  await add('/venue', 'Room', 'room')
  await add('/', 'Schedule', 'schedule')
  for (const type of slots) await add('/schedule', type, type.toLowerCase())
  await add('/schedule', 'Document', 'day')
  if (!hasDatabase) return at
  await add('/', 'SponsorsDB', 'sponsors')
  await add('/sponsors', 'SponsorLevel', 'gold')
  await add('/sponsors/gold', 'Sponsor', 'acme')
  return at
}

const withoutDatabase: Record<string, readonly string[]> = {
  '/': [...stock, ...partsOfEvents],
  '/page': [...stock, ...partsOfEvents],
  '/schedule/day': [...stock, ...partsOfEvents, ...slots],
}

const withDatabase: Record<string, readonly string[]> = {
  '/': [...stock, 'Presenter', 'Schedule', 'Venue'],
  '/page': [...stock, 'Presenter', 'Schedule', 'Venue'],
  '/schedule': ['Document', 'File', 'Image', ...slots],
  '/schedule/day': [...stock, 'Presenter', 'Schedule', 'Venue', ...slots],
  '/schedule/keynote': attachments,
  '/schedule/talk': attachments,
  '/schedule/training': attachments,
  '/schedule/openspace': attachments,
  '/schedule/lightningtalks': attachments,
  '/schedule/meeting': attachments,
  '/schedule/slot': [],
  '/schedule/break': [],
  '/presenter': attachments,
  '/venue': ['Document', 'File', 'Image', 'Room'],
  '/venue/room': ['Document', 'File', 'Image'],
  '/sponsors': ['Document', 'File', 'Image', 'SponsorLevel'],
  '/sponsors/gold': ['File', 'Image', 'Sponsor'],
  '/sponsors/gold/acme': [],
}

const adders: readonly [string, Caller][] = [
  ['a Contributor', member('con', 'Contributor')],
  ['a Site Administrator', member('sia', 'Site Administrator')],
  ['a Manager', member('max', 'Manager')],
]
const others: readonly [string, Caller][] = [
  ['Anonymous', anonymous],
  ['a Member', member('mia')],
  ['an Editor', member('edi', 'Editor')],
  ['a Reader', member('rea', 'Reader')],
  ['a Reviewer', member('rex', 'Reviewer')],
]

describe.each([
  ['without a sponsors database', false, withoutDatabase],
  ['with a sponsors database', true, withDatabase],
] as const)('a single event %s', (_, hasDatabase, containers) => {
  let at: TestSite
  beforeAll(async () => {
    at = await singleEvent({ hasDatabase })
  })

  describe.each(adders)('%s', (_name, caller) => {
    it.each(Object.keys(containers))('may add exactly the permitted types to %s', async path => {
      expect(await addableTypes(at, path, caller)).toEqual([...(containers[path] ?? [])].sort())
    })
  })

  describe.each(others)('%s', (_name, caller) => {
    it.each(Object.keys(containers))('may add nothing to %s', async path => {
      const verdicts = await Promise.all(allTypes.map(type => attempt(at, path, { type, caller })))
      expect(new Set(verdicts)).toEqual(new Set(['unauthorized']))
    })
  })
})

describe('a Schedule', () => {
  it('gives its Owner permission to add sessions in it only', async () => {
    const at = await createTestSite()
    await at.run('addContent', '/', { as: 'con', input: { '@type': 'Schedule', id: 's', title: 'S' } })
    const formerContributor = member('con')
    for (const type of slots) expect(await attempt(at, '/s', { type, caller: formerContributor })).toBe('addable')
    expect(await attempt(at, '/', { type: 'Document', caller: formerContributor })).toBe('unauthorized')
  })

  it.each(slots)('is the only container to which a %s may be added', async type => {
    const at = await createTestSite()
    await addPublished(at, '/', { '@type': 'Document', id: 'page', title: 'Page' })
    expect(await verdictOf(at, '/', type)).toBe('forbidden')
    expect(await verdictOf(at, '/page', type)).toBe('forbidden')
  })
})

describe('the permissions to add', () => {
  const inSchedules = ['Slot', 'Training', 'Talk', 'Keynote']
  const anywhere = [
    ...['Tech Event', 'Venue', 'Room', 'SponsorsDB', 'SponsorLevel', 'Sponsor', 'Presenter', 'Schedule'],
  ]

  it('exist for each type and for all slots; the site grants the permissions for sessions to no role', () => {
    const holders = ['Manager', 'Site Administrator', 'Owner', 'Contributor']
    const rows = [...anywhere.map(name => [name, holders]), ...inSchedules.map(name => [name, []])]
    expect(eventPermissions).toEqual(
      Object.fromEntries(rows.map(([name, roles]) => [`collective.techevent: Add ${name}`, roles])),
    )
  })
})

describe('an object', () => {
  const containers: Record<string, string> = { Room: '/venue', SponsorLevel: '/sponsors', Sponsor: '/sponsors/gold' }
  const placeOf = (type: string): string => containers[type] ?? (slots.includes(type) ? '/schedule' : '/')

  it.each([...slots, 'Presenter', 'Schedule', 'Venue', 'Room', 'SponsorLevel', 'Sponsor'])(
    'of type %s requires only a title',
    async type => {
      const at = await singleEvent({ hasDatabase: true })
      const add = (body: JsonObject) => at.run('addContent', placeOf(type), { as: 'con', input: body })
      await expect(add({ '@type': type })).rejects.toMatchObject({ details: { problems: [{ field: 'title' }] } })
      expect((await add({ '@type': type, title: 'Only a title' })).content).toMatchObject({
        '@type': type,
        title: 'Only a title',
        review_state: 'private',
      })
    },
  )
})

describe('an unknown type', () => {
  it('is forbidden', async () => {
    const at = await createTestSite()
    expect(await verdictOf(at, '/', 'Workshop')).toBe('forbidden')
  })
})

describe('a sponsors database', () => {
  async function withOne(container = '/'): Promise<{ at: TestSite; path: string }> {
    const at = await createTestSite()
    await addPublished(at, '/', { '@type': 'Document', id: 'page', title: 'Page' })
    const path = await addPublished(at, container, { '@type': 'SponsorsDB', id: 'db', title: 'Sponsors' })
    return { at, path }
  }

  it.each(['/', '/page'])('below %s prevents a second one in the whole event', async container => {
    const { at } = await withOne(container)
    expect(await verdictOf(at, '/', 'SponsorsDB')).toBe('forbidden')
    expect(await verdictOf(at, '/page', 'SponsorsDB')).toBe('forbidden')
  })

  it('prevents a second one even if it is unpublished', async () => {
    const { at, path } = await withOne()
    await at.run('transitionContent', path, { as: 'max', input: { transition: 'retract', body: {} } })
    expect(await verdictOf(at, '/', 'SponsorsDB', 'con')).toBe('forbidden')
  })

  it('may be added again after deletion', async () => {
    const { at, path } = await withOne()
    await at.run('deleteContent', path, { as: 'max', input: undefined })
    expect(await verdictOf(at, '/', 'SponsorsDB')).toBe('addable')
  })

  it('is created once if two requests add it at the same time', async () => {
    const at = await createTestSite()
    const add = (id: string) =>
      at.run('addContent', '/', { as: 'max', input: { '@type': 'SponsorsDB', id, title: id } }).then(
        () => 'added',
        (error: DomainError) => error.code,
      )
    expect((await Promise.all([add('one'), add('two')])).sort()).toEqual(['added', 'forbidden'])
  })
})

describe('a Tech Event', () => {
  const all: readonly TestUser[] = ['con', 'sia', 'max']

  it('cannot be added by any user while the site is a single event', async () => {
    const at = await createTestSite()
    for (const as of all) {
      const adding = at.run('addContent', '/', { as, input: { '@type': 'Tech Event', title: 'Conference' } })
      await expect(adding).rejects.toMatchObject({ code: 'forbidden' })
    }
  })

  it('may be added anywhere if several events are supported', async () => {
    const at = await createTestSite()
    await addPublished(at, '/', { '@type': 'Document', id: 'page', title: 'Page' })
    await setMultiple(at, true)
    for (const [as, path] of [
      ['con', '/'],
      ['sia', '/page'],
      ['max', '/page'],
    ] as const) {
      const input = { '@type': 'Tech Event', title: 'Conference' }
      expect((await at.run('addContent', path, { as, input })).content['@type']).toBe('Tech Event')
    }
  })

  it('may not be added inside another one at any depth', async () => {
    const at = await createTestSite()
    await setMultiple(at, true)
    await addPublished(at, '/', { '@type': 'Tech Event', id: 'conf', title: 'Conference' })
    await addPublished(at, '/conf', { '@type': 'Document', id: 'page', title: 'Page' })
    expect(await verdictOf(at, '/conf', 'Tech Event')).toBe('forbidden')
    expect(await verdictOf(at, '/conf/page', 'Tech Event')).toBe('forbidden')
  })

  it('may no longer be added after the site returns to a single event', async () => {
    const at = await createTestSite()
    await setMultiple(at, true)
    await setMultiple(at, false)
    expect(await verdictOf(at, '/', 'Tech Event')).toBe('forbidden')
  })
})

describe('several events', () => {
  let at: TestSite
  beforeAll(async () => {
    at = await singleEvent({ hasDatabase: true })
    await setMultiple(at, true)
    await addPublished(at, '/', { '@type': 'Tech Event', id: 'conf', title: 'Conference' })
    await addPublished(at, '/conf', { '@type': 'Document', id: 'page', title: 'Page' })
    await addPublished(at, '/conf', { '@type': 'Schedule', id: 'schedule', title: 'Schedule' })
  })

  describe.each(adders)('%s', (_name, caller) => {
    it.each(['/conf', '/conf/page'])('may add Venue, Presenter, Schedule and SponsorsDB to %s', async path => {
      expect(await addableTypes(at, path, caller)).toEqual([...stock, ...partsOfEvents].sort())
    })

    it('may add sessions in the schedule of an event', async () => {
      expect(await addableTypes(at, '/conf/schedule', caller)).toEqual(['Document', 'File', 'Image', ...slots].sort())
    })

    it.each(['/schedule', '/schedule/day'])('may not add a session to %s, outside any event', async path => {
      for (const type of [...slots, ...sessions]) expect(await attempt(at, path, { type, caller })).toBe('forbidden')
    })

    it.each(['/', '/page'])('may not add parts of an event to %s, outside any event', async path => {
      for (const type of partsOfEvents) expect(await attempt(at, path, { type, caller })).toBe('forbidden')
    })
  })

  it.each(others)('%s may add nothing in an event', async (_name, caller) => {
    for (const type of allTypes) expect(await attempt(at, '/conf', { type, caller })).toBe('unauthorized')
  })

  it('have a separate sponsors database each, independent of the site', async () => {
    const own = await singleEvent({ hasDatabase: true })
    await setMultiple(own, true)
    for (const id of ['one', 'two']) await addPublished(own, '/', { '@type': 'Tech Event', id, title: id })
    await addPublished(own, '/one', { '@type': 'SponsorsDB', id: 'db', title: 'Sponsors' })
    expect(await verdictOf(own, '/one', 'SponsorsDB')).toBe('forbidden')
    expect(await verdictOf(own, '/two', 'SponsorsDB')).toBe('addable')
  })

  it('restore the permissions of the site when they are switched off', async () => {
    const own = await singleEvent({ hasDatabase: false })
    await setMultiple(own, true)
    await setMultiple(own, false)
    for (const type of partsOfEvents) expect(await verdictOf(own, '/', type)).toBe('addable')
    expect(await verdictOf(own, '/schedule', 'Talk')).toBe('addable')
  })
})
