import {
  anonymous,
  type Caller,
  createSite,
  type InputOf,
  type JsonObject,
  type Member,
  memoryContentStore,
  memoryUserDirectory,
  type OperationName,
  type Platform,
  type Site,
  translateEnglish,
} from '@plenum/core'
import { createProcessScheduler, readUpload } from '@plenum/platform'
import { buildDemonstration } from './buildDemonstration.js'

const manager: Member = { kind: 'member', id: 'admin', fullname: 'Admin', roles: ['Manager'], groups: [] }

function createNodePlatform(): Platform {
  let uids = 0
  return {
    store: memoryContentStore(),
    users: memoryUserDirectory(),
    scheduler: createProcessScheduler(),
    now: () => Date.UTC(2027, 0, 1),
    newUid: () => {
      uids += 1
      return uids.toString(16).padStart(32, '0')
    },
    randomBytes: count => new Uint8Array(count),
    digest: text => text,
    hmac: (key, text) => key + text,
    transliterate: text => text,
    readUpload,
    cleanHtml: html => html,
    hashPassword: async password => password,
    verifyPassword: async (password, hash) => password === hash,
    dummyHash: '',
  }
}

interface Slot {
  readonly '@id': string
  readonly '@type': string
  readonly UID: string
  readonly title: string
  readonly review_state: string
  readonly start: string
  readonly end: string
  readonly gridColumn: string
  readonly gridRow: string
  readonly gridHeight: number
  readonly presenters?: readonly { readonly '@id': string }[]
  readonly room?: readonly { readonly title: string }[]
}

interface ScheduleDay {
  readonly id: string
  readonly rooms: readonly (readonly [token: string, title: string])[]
  readonly items: readonly Slot[]
}

interface Sponsors {
  readonly items: readonly { id: string; has_sponsors: boolean; items: readonly { '@id': string }[] }[]
  readonly benefits: readonly { id: string; levels: Readonly<Record<string, string>> }[]
}

const base = 'http://site.example'
const privateTalks = ['/schedule/bees-on-the-rock', '/schedule/lamps-that-look-after-themselves']
const privatePaths = [...privateTalks, '/sponsors/silver/moonlight-competitors', '/organizers-notes']
const listing = { batch: { start: 0, size: 100 }, metadata: [], fullObjects: false }

let site: Site

beforeAll(async () => {
  site = createSite(createNodePlatform())
  await site.initialize({ title: 'Site', creator: manager.id })
  await buildDemonstration(site, manager)
})

function ask<N extends OperationName>(
  name: N,
  path: string,
  { input, by = anonymous }: { input: InputOf<N>; by?: Caller },
) {
  return site.run(name, { path, caller: by, base, translate: translateEnglish, input: () => input })
}

const read = (path: string, by?: Caller) => ask('getContent', path, { by, input: { ...listing, withItems: true } })

async function readSchedule(by?: Caller): Promise<readonly ScheduleDay[]> {
  const { items } = await ask('getSchedule', '/', { by, input: { metadata: [] } })
  return items as unknown as readonly ScheduleDay[]
}

async function readSponsors(by?: Caller): Promise<Sponsors> {
  return (await ask('getSponsors', '/', { by, input: { metadata: [] } })) as unknown as Sponsors
}

const idsOf = (items: readonly JsonObject[] = []) => items.map(item => String(item['@id']).slice(base.length))

describe('the root of the demonstration', () => {
  it('has a title, a description and blocks, and states the days of the event', async () => {
    const { content, listing } = await read('/')
    expect(content).toMatchObject({
      title: 'Long Light 2027',
      description: expect.stringContaining('lighthouses'),
      timezone: 'Europe/Lisbon',
      days: ['2027-06-17', '2027-06-18', '2027-06-19'],
      start: '2027-06-17T07:15:00+00:00',
      blocks: { 'block-1': { '@type': 'title' }, 'block-2': { '@type': 'slate' } },
      blocks_layout: { items: ['block-1', 'block-2', 'block-3', 'block-4', 'block-5'] },
    })
    expect(idsOf(listing?.items)).toEqual([
      '/schedule',
      '/talks',
      '/speakers',
      '/venue',
      '/sponsors',
      '/programme-is-out',
      '/tide-table',
      '/sunday-outing',
    ])
  })

  it('contains one open poll with three options', async () => {
    const { payload } = await ask('getPoll', '/sunday-outing', { input: undefined })
    expect(payload).toMatchObject({ state: 'open', can_vote: true, total_votes: 0 })
    expect(payload.options).toHaveLength(3)
  })

  it('has three rooms at its venue, in order', async () => {
    const { listing } = await read('/venue')
    expect(listing?.items.map(({ title }) => title)).toEqual(['Lantern Room', 'Gallery', 'Boathouse'])
  })

  it('has speakers with biographies, labelled by category', async () => {
    const { listing } = await read('/speakers')
    expect(listing?.total).toBeGreaterThanOrEqual(8)
    for (const { description } of listing?.items ?? []) expect(String(description).length).toBeGreaterThan(60)
    const labelled = async (path: string) =>
      ((await read(path)).content.labels as readonly JsonObject[]).map(({ token }) => token)
    expect(await labelled('/speakers/tome-faroleiro')).toEqual(['keynote-speaker', 'speaker'])
    expect(await labelled('/speakers/luz-atalaya')).toEqual(['instructor', 'speaker'])
  })
})

describe('the pages of the demonstration', () => {
  it('are found by their words if they are public', async () => {
    const pathsFor = async (text: string, by?: Caller) => {
      const { items } = await ask('searchContent', '/', {
        by,
        input: { ...listing, parameters: { SearchableText: text } },
      })
      return idsOf(items).toSorted()
    }
    expect(await pathsFor('endpoint')).toEqual([''])
    expect(await pathsFor('causeway OR proposals')).toEqual(['/programme-is-out', '/tide-table'])
    expect(await pathsFor('boathouse key')).toEqual([])
    expect(await pathsFor('boathouse key', manager)).toEqual(['/organizers-notes'])
  })
})

describe('@schedule of the demonstration', () => {
  it('has three days, laid out in the zone of the event', async () => {
    const days = await readSchedule()
    expect(days.map(({ id }) => id)).toEqual(['2027-06-17', '2027-06-18', '2027-06-19'])
    expect(days[0]?.items[0]).toMatchObject({
      start: '2027-06-17T07:15:00+00:00',
      gridColumn: 'room-1 / room-all',
      gridRow: 'time-0815 / time-0845',
      gridHeight: 2,
    })
  })

  it('splits only the training of eight hours, into two slots around lunch', async () => {
    const [thursday] = await readSchedule()
    const trainings = thursday?.items.filter(slot => slot['@type'] === 'Training') ?? []
    const halves = trainings.filter(slot => slot['@id'].endsWith('/relight-a-lamp'))
    expect(halves).toMatchObject([
      { gridColumn: 'room-2', gridRow: 'time-0900 / time-1300', gridHeight: 16 },
      { gridColumn: 'room-2', gridRow: 'time-1400 / time-1800', gridHeight: 16 },
    ])
    expect(halves[0]?.UID).toBe(halves[1]?.UID)
    expect(trainings).toHaveLength(3)
  })

  it('uses every room, in the order of the venue', async () => {
    const days = await readSchedule()
    expect(days.map(({ rooms }) => rooms.map(([, title]) => title))).toEqual([
      ['_all_', 'Gallery', 'Boathouse'],
      ['_all_', 'Lantern Room', 'Gallery', 'Boathouse'],
      ['_all_', 'Lantern Room', 'Gallery'],
    ])
  })

  it('has no two sessions at the same time in one room', async () => {
    for (const { items } of await readSchedule()) {
      const inRooms = items.filter(({ room = [] }) => room.length > 0)
      const overlaps = inRooms.flatMap((one, i) =>
        inRooms
          .slice(i + 1)
          .filter(other => other.room?.[0]?.title === one.room?.[0]?.title)
          .filter(other => one.start < other.end && other.start < one.end)
          .map(other => `${one.title} and ${other.title}`),
      )
      expect(overlaps).toEqual([])
    }
  })

  it('lies within the event', async () => {
    const { content } = await read('/')
    const slots = (await readSchedule()).flatMap(({ items }) => items)
    expect(slots.filter(({ start, end }) => start < String(content.start) || end > String(content.end))).toEqual([])
  })

  it('shows published slots only, even to a Manager', async () => {
    const [forAll, forManager] = [await readSchedule(), await readSchedule(manager)]
    const slots = forAll.flatMap(({ items }) => items)
    expect(new Set(slots.map(slot => slot.review_state))).toEqual(new Set(['published']))
    expect(slots.filter(slot => privateTalks.includes(slot['@id'].slice(base.length)))).toEqual([])
    expect(slots.filter(slot => slot['@type'] === 'Talk').length).toBeGreaterThanOrEqual(12)
    expect(forManager).toEqual(forAll)
  })

  it('names a public presenter for every keynote, talk and training', async () => {
    const sessions = (await readSchedule())
      .flatMap(({ items }) => items)
      .filter(slot => ['Keynote', 'Talk', 'Training'].includes(slot['@type']))
    const presenters = sessions.map(({ presenters = [] }) => presenters.map(presenter => presenter['@id']))
    expect(presenters.filter(ids => ids.length === 0)).toEqual([])
    for (const id of new Set(presenters.flat()))
      expect((await read(id.slice(base.length))).content['@type']).toBe('Presenter')
  })
})

describe('private content of the demonstration', () => {
  it.each(privatePaths)('includes %s, which only a Manager may view', async path => {
    await expect(read(path)).rejects.toMatchObject({ code: 'unauthorized' })
    expect((await read(path, manager)).content).toMatchObject({ review_state: 'private' })
  })

  it('includes nothing else', async () => {
    const { items } = await ask('searchContent', '/', {
      by: manager,
      input: { ...listing, parameters: { review_state: 'private' } },
    })
    expect(idsOf(items).toSorted()).toEqual(privatePaths.toSorted())
  })
})

describe('@sponsors of the demonstration', () => {
  it('has gold, silver and bronze in this order, and no sponsor at bronze', async () => {
    const { items } = await readSponsors()
    expect(items.map(({ id, has_sponsors, items: { length } }) => [id, has_sponsors, length])).toEqual([
      ['gold', true, 2],
      ['silver', true, 3],
      ['bronze', false, 0],
    ])
  })

  it('omits the private sponsor, even for a Manager', async () => {
    for (const by of [anonymous, manager]) {
      const ids = (await readSponsors(by)).items.flatMap(({ items }) => items.map(item => item['@id']))
      expect(ids).toHaveLength(5)
      expect(ids.join()).not.toContain('moonlight')
    }
  })

  it('has four benefits for each level: a detail, an empty text without one, no key without the benefit', async () => {
    const { benefits } = await readSponsors()
    expect(benefits.map(({ id, levels }) => [id, levels])).toEqual([
      ['tickets', { gold: '10', silver: '4', bronze: '1' }],
      ['logo', { gold: '', silver: '', bronze: '' }],
      ['stand', { gold: '6 m²', silver: '3 m²' }],
      ['supper', { gold: 'Friday' }],
    ])
  })
})
