import { addPublished, createTestSite, pngHeader, type TestSite, type TestUser, testBase } from '@plenum/testkit'
import type { JsonObject, JsonValue } from '../../foundation/json.js'
import type { DomainError } from '../../foundation/messages.js'
import { asOwner } from '../asOwner.js'

interface Level {
  readonly id: string
  readonly items: readonly JsonObject[]
  readonly has_sponsors: boolean
  readonly exclude_from_nav: boolean
  readonly image_scales: JsonObject
}

interface Benefit {
  readonly id: string
  readonly title: string
  readonly levels: JsonObject
}

interface Answer {
  readonly '@id': string
  readonly items: readonly Level[]
  readonly benefits: readonly Benefit[]
}

interface Request {
  readonly as?: TestUser
  readonly path?: string
  readonly metadata?: readonly string[]
}

async function sponsorsOf({ run }: TestSite, { as, path = '/', metadata = [] }: Request = {}): Promise<Answer> {
  return (await run('getSponsors', path, { as, input: { metadata } })) as unknown as Answer
}

async function levelsOf(at: TestSite, request: Request = {}): Promise<JsonObject> {
  const { items } = await sponsorsOf(at, request)
  return Object.fromEntries(items.map(({ id, items: sponsors }) => [id, sponsors.map(({ title }) => title ?? null)]))
}

const none = { '@id': `${testBase}/@sponsors`, items: [], benefits: [] }

async function patch({ run }: TestSite, path: string, body: JsonObject): Promise<void> {
  await run('editContent', path, { as: 'max', input: { body, representation: false } })
}

async function contentOf({ run }: TestSite, path: string, as?: TestUser): Promise<JsonObject> {
  const input = { batch: { start: 0, size: 25 }, metadata: [], fullObjects: false, withItems: true }
  return (await run('getContent', path, { as, input })).content
}

async function move({ run }: TestSite, path: string, transition: string): Promise<void> {
  await run('transitionContent', path, { as: 'max', input: { transition, body: {} } })
}

async function setMultiple({ run }: TestSite, wanted: boolean): Promise<void> {
  await run('editControlPanel', '/', {
    as: 'max',
    input: { name: 'tech-event-settings', body: { support_multiple_events: wanted } },
  })
}

const add = (at: TestSite, container: string, type: string, rest: JsonObject): Promise<string> =>
  addPublished(at, container, { '@type': type, ...rest })

const benefits = ['tickets', 'logo'].map(id => ({ id, title: `The ${id}`, description: `About ${id}` }))

async function withDatabase(): Promise<TestSite> {
  const at = await createTestSite()
  await add(at, '/', 'SponsorsDB', { id: 'db', title: 'Sponsors', benefits })
  const offers: Record<string, JsonObject[]> = {
    gold: [{ code: 'tickets', value: '20' }, { code: 'logo' }],
    silver: [{ code: 'tickets', value: '5' }],
  }
  for (const id of ['gold', 'silver', 'bronze'])
    await add(at, '/db', 'SponsorLevel', { id, title: id, benefits: offers[id] ?? [] })
  for (const path of ['gold/a', 'gold/b', 'silver/c']) {
    const [level = '', id = ''] = path.split('/')
    await add(at, `/db/${level}`, 'Sponsor', { id, title: id })
  }
  return at
}

const everybody = [undefined, 'mia', 'rex', 'edi', 'con', 'rea', 'sia', 'max'] as const

describe('the sponsors database', () => {
  it('that is missing results in 200 with the @id of the endpoint and empty lists, for everybody', async () => {
    const at = await createTestSite()
    for (const as of everybody) expect(await sponsorsOf(at, { as })).toEqual(none)
  })

  it('that the caller may not view is treated as missing, even if its levels are published', async () => {
    const at = await withDatabase()
    await move(at, '/db', 'retract')
    for (const as of [undefined, 'mia', 'rex'] as const) expect(await sponsorsOf(at, { as })).toEqual(none)
    for (const as of ['edi', 'con', 'rea', 'max'] as const)
      expect(await sponsorsOf(at, { as })).toMatchObject({ '@id': `${testBase}/db`, items: [{}, {}, {}] })
  })

  it('is found at any depth of the event, and its URL is the @id', async () => {
    const at = await createTestSite()
    await add(at, '/', 'Document', { id: 'page', title: 'Page' })
    await add(at, '/page', 'SponsorsDB', { id: 'db', title: 'Sponsors' })
    expect(await sponsorsOf(at)).toEqual({ '@id': `${testBase}/page/db`, items: [], benefits: [] })
  })
})

describe('the levels', () => {
  it('have the order of their database, even after one is moved', async () => {
    const at = await withDatabase()
    expect(Object.keys(await levelsOf(at))).toEqual(['gold', 'silver', 'bronze'])
    await patch(at, '/db', { ordering: { obj_id: 'bronze', delta: 'top' } })
    expect(Object.keys(await levelsOf(at))).toEqual(['bronze', 'gold', 'silver'])
  })

  it('in any review state are shown to callers who may view them, and otherwise omitted with their sponsors', async () => {
    const at = await withDatabase()
    await move(at, '/db/gold', 'retract')
    for (const as of [undefined, 'mia', 'rex'] as const) {
      const answer = await sponsorsOf(at, { as })
      expect(answer.items.map(({ id }) => id)).toEqual(['silver', 'bronze'])
      expect(answer.benefits.map(({ levels }) => levels)).toEqual([{ silver: '5' }, {}])
    }
    for (const as of ['edi', 'con', 'rea', 'max'] as const) {
      const answer = await sponsorsOf(at, { as })
      expect(answer.items.map(({ id }) => id)).toEqual(['gold', 'silver', 'bronze'])
      expect(answer.benefits.map(({ levels }) => levels)).toEqual([{ gold: '20', silver: '5' }, { gold: '' }])
    }
  })

  it('have exactly these keys', async () => {
    const at = await withDatabase()
    const [gold] = (await sponsorsOf(at)).items
    expect(Object.keys(gold ?? {}).sort()).toEqual(
      ['@id', 'exclude_from_nav', 'has_sponsors', 'id', 'image_scales', 'items', 'title'].sort(),
    )
  })

  it('without sponsors or excluded from navigation are listed too', async () => {
    const at = await withDatabase()
    await patch(at, '/db/gold', { exclude_from_nav: true })
    const { items } = await sponsorsOf(at)
    expect(items.map(({ has_sponsors, exclude_from_nav }) => [has_sponsors, exclude_from_nav])).toEqual([
      [true, true],
      [true, false],
      [false, false],
    ])
  })

  it('that are renamed retain their sponsors and benefits', async () => {
    const at = await withDatabase()
    await patch(at, '/db/gold', { id: 'diamond', title: 'Diamond' })
    expect(await levelsOf(at)).toEqual({ diamond: ['a', 'b'], silver: ['c'], bronze: [] })
    expect((await sponsorsOf(at)).benefits[0]?.levels).toEqual({ diamond: '20', silver: '5' })
    expect((await sponsorsOf(at)).items[0]?.items[0]?.level).toBe('diamond')
  })

  it('are omitted after the database was deleted', async () => {
    const at = await withDatabase()
    await at.run('deleteContent', '/db', { as: 'max', input: undefined })
    expect(await sponsorsOf(at)).toEqual(none)
  })
})

describe('the sponsors', () => {
  it('are shown if they are published, for everybody', async () => {
    const at = await withDatabase()
    await move(at, '/db/gold/a', 'retract')
    await move(at, '/db/silver/c', 'retract')
    await move(at, '/db/silver/c', 'submit')
    for (const as of everybody) expect(await levelsOf(at, { as })).toEqual({ gold: ['b'], silver: [], bronze: [] })
  })

  it('have the order of their level, even after one is moved', async () => {
    const at = await withDatabase()
    await patch(at, '/db/gold', { ordering: { obj_id: 'b', delta: -1 } })
    expect(await levelsOf(at)).toEqual({ gold: ['b', 'a'], silver: ['c'], bronze: [] })
  })

  it('are listed even if they are excluded from navigation', async () => {
    const at = await withDatabase()
    await patch(at, '/db/gold/a', { exclude_from_nav: true })
    expect(await levelsOf(at)).toMatchObject({ gold: ['a', 'b'] })
  })

  it('are summaries with their level and links', async () => {
    const at = await withDatabase()
    const href = [{ '@id': 'https://example.org', title: 'Home' }]
    await patch(at, '/db/gold/a', { description: 'Makes things', social_links: [{ id: 'l', title: 'Web', href }] })
    const [first, second] = (await sponsorsOf(at)).items[0]?.items ?? []
    expect(Object.keys(second ?? {}).sort()).toEqual(
      [
        ...['@id', '@type', 'Subject', 'description', 'effective', 'end', 'getObjSize', 'getRemoteUrl', 'head_title'],
        ...['image_field', 'image_scales', 'level', 'mime_type', 'nav_title', 'review_state', 'social_links', 'start'],
        ...['title', 'type_title', 'workflow_states'],
      ].sort(),
    )
    expect(first).toMatchObject({
      '@id': `${testBase}/db/gold/a`,
      '@type': 'Sponsor',
      description: 'Makes things',
      image_field: '',
      image_scales: null,
      level: 'gold',
      review_state: 'published',
      social_links: [{ id: 'l', title: 'Web', href }],
    })
    expect(second).toMatchObject({ social_links: null })
  })

  it('include requested columns', async () => {
    const at = await withDatabase()
    const { items } = await sponsorsOf(at, { metadata: ['id', 'Creator'] })
    expect(items[0]?.items[0]).toMatchObject({ id: 'a', Creator: 'max' })
  })
})

const png = (width: number, height: number): JsonObject => ({
  data: pngHeader(width, height),
  encoding: 'base64',
  filename: 'logo.png',
  'content-type': 'image/png',
})

describe('the image scales', () => {
  const small = { icon: 32, tile: 64, thumb: 128, mini: 200, preview: 400, teaser: 600 }
  const big = { ...small, large: 800, larger: 1000, great: 1200, huge: 1600, '2k': 2000 }

  interface Scales {
    readonly [name: string]: { readonly width: number; readonly height: number; readonly download: string }
  }

  const scalesIn = (image_scales: JsonValue | undefined, field: string): Scales =>
    ((image_scales as JsonObject)[field] as readonly { scales: Scales }[])[0]?.scales ?? {}

  it.each([
    [600, 300, small],
    [2000, 1000, big],
  ])('of an image of %i by %i exclude wider ones', async (width, height, expected) => {
    const at = await withDatabase()
    await patch(at, '/db/gold/a', { image: png(width, height) })
    const [sponsor] = (await sponsorsOf(at)).items[0]?.items ?? []
    expect(sponsor).toMatchObject({
      image_field: 'image',
      image_scales: { image: [{ width, height, filename: 'logo.png', 'content-type': 'image/png', size: 24 }] },
    })
    const scales = Object.entries(scalesIn(sponsor?.image_scales, 'image'))
    expect(Object.fromEntries(scales.map(([name, scale]) => [name, scale.width]))).toEqual(expected)
    for (const [, scale] of scales) {
      expect(scale.height).toBe(Math.round(scale.width / 2))
      expect(scale.download).toMatch(new RegExp(`^@@images/image-${scale.width}-[0-9a-f]{32}\\.png$`))
    }
  })

  it('of a level are those of its preview image, with the path of that image', async () => {
    const at = await withDatabase()
    await at.run('addContent', '/', {
      as: 'max',
      input: { '@type': 'Image', id: 'gold.png', title: 'Gold', image: png(64, 64) },
    })
    await patch(at, '/db/gold', { preview_image_link: '/gold.png' })
    const [gold, silver] = (await sponsorsOf(at)).items
    expect(gold?.image_scales).toMatchObject({ preview_image_link: [{ base_path: '/gold.png', width: 64 }] })
    expect(Object.keys(scalesIn(gold?.image_scales, 'preview_image_link'))).toEqual(['icon', 'tile'])
    expect(silver?.image_scales).toEqual({})
  })

  it('of a level whose image was deleted are an empty object', async () => {
    const at = await withDatabase()
    const image = { '@type': 'Image', id: 'gold.png', title: 'Gold', image: png(64, 64) }
    await at.run('addContent', '/', { as: 'max', input: image })
    await patch(at, '/db/gold', { preview_image_link: '/gold.png' })
    await at.run('deleteContent', '/gold.png', { as: 'max', input: undefined })
    expect((await sponsorsOf(at)).items[0]?.image_scales).toEqual({})
  })
})

describe('writing the benefits of the database', () => {
  it('generates missing ids', async () => {
    const at = await withDatabase()
    const rest = { title: 'Booth', description: 'A table' }
    await patch(at, '/db', { benefits: [{ ...rest }, { ...rest, id: null }] })
    const ids = (await sponsorsOf(at)).benefits.map(({ id }) => id)
    expect(new Set(ids).size).toBe(2)
    for (const id of ids) expect(id).toMatch(/^[\x21-\x7e]+$/)
  })

  it.each([
    ['no description', { id: 'x', title: 'T' }],
    ['an empty description', { id: 'x', title: 'T', description: '' }],
  ])('accepts a row with %s', async (_, row) => {
    const at = await withDatabase()
    await patch(at, '/db', { benefits: [row] })
    expect((await sponsorsOf(at)).benefits).toMatchObject([{ id: 'x', title: 'T', description: '' }])
  })

  it.each([
    ['no title', { id: 'x', description: 'D' }],
    ['an empty title', { id: 'x', title: '', description: 'D' }],
    ['an id that is not ASCII', { id: 'ä', title: 'T', description: 'D' }],
  ])('rejects a row with %s', async (_, row) => {
    const at = await withDatabase()
    await expect(patch(at, '/db', { benefits: [row] })).rejects.toMatchObject({
      code: 'invalid-fields',
      details: { problems: [{ field: 'benefits' }] },
    })
    expect((await sponsorsOf(at)).benefits).toHaveLength(2)
  })

  it('drops unknown keys', async () => {
    const at = await withDatabase()
    await patch(at, '/db', { benefits: [{ id: 'x', title: 'T', description: 'D', speed: 3 }] })
    expect((await contentOf(at, '/db')).benefits).toEqual([{ '@id': 'x', id: 'x', title: 'T', description: 'D' }])
  })

  it('accepts null as an empty list, and levels remain readable', async () => {
    const at = await withDatabase()
    await patch(at, '/db', { benefits: null })
    expect(await sponsorsOf(at)).toMatchObject({ benefits: [], items: [{ id: 'gold' }, {}, {}] })
    expect((await contentOf(at, '/db/gold')).benefits).toHaveLength(2)
  })
})

describe('writing the benefits of a level', () => {
  const offersOf = async (at: TestSite): Promise<JsonValue | undefined> => (await contentOf(at, '/db/gold')).benefits

  it('presents rows with the term and the title of the benefit', async () => {
    const at = await withDatabase()
    await patch(at, '/db/gold', { benefits: [{ id: 'r', code: 'tickets', value: '7' }] })
    expect(await offersOf(at)).toEqual([
      { '@id': 'r', id: 'r', code: { token: 'tickets', title: 'The tickets' }, title: 'The tickets', value: '7' },
    ])
  })

  it('accepts the code as a term, and generates ids', async () => {
    const at = await withDatabase()
    await patch(at, '/db/gold', { benefits: [{ code: { token: 'logo', title: 'Whatever' }, value: 'large' }] })
    expect(await offersOf(at)).toMatchObject([{ id: expect.any(String), code: { token: 'logo' }, value: 'large' }])
  })

  it.each([['', null, undefined]].flat())(
    'stores a value of %j as no detail, which is empty in @sponsors',
    async value => {
      const at = await withDatabase()
      const row: JsonObject = value === undefined ? { code: 'logo' } : { code: 'logo', value }
      await patch(at, '/db/gold', { benefits: [row] })
      expect((await sponsorsOf(at)).benefits[1]?.levels).toEqual({ gold: '' })
    },
  )

  it.each([
    ['an unknown code', { code: 'other' }],
    ['no code', { value: '1' }],
    ['a number as its value', { code: 'logo', value: 20 }],
  ])('rejects a row with %s', async (_, row) => {
    const at = await withDatabase()
    const problem = await patch(at, '/db/gold', { benefits: [row] }).catch((error: DomainError) => error)
    expect(problem).toMatchObject({ code: 'invalid-fields', details: { problems: [{ field: 'benefits' }] } })
    expect(await offersOf(at)).toHaveLength(2)
  })

  it('accepts null as an empty list', async () => {
    const at = await withDatabase()
    await patch(at, '/db/gold', { benefits: null })
    expect((await sponsorsOf(at)).benefits.map(({ levels }) => levels)).toEqual([{ silver: '5' }, {}])
  })

  it('presents the bare token of a removed benefit, which @sponsors ignores', async () => {
    const at = await withDatabase()
    await patch(at, '/db', { benefits: benefits.slice(1) })
    expect(await offersOf(at)).toMatchObject([{ code: 'tickets', title: 'tickets' }, { code: { token: 'logo' } }])
    expect((await sponsorsOf(at)).benefits.map(({ id, levels }) => [id, levels])).toEqual([['logo', { gold: '' }]])
  })

  it('includes a color, black by default', async () => {
    const at = await withDatabase()
    expect(await contentOf(at, '/db/gold')).toMatchObject({ color: '#000000', price: '' })
    await expect(patch(at, '/db/gold', { color: null })).rejects.toMatchObject({ code: 'invalid-fields' })
    await patch(at, '/db/gold', { color: '#ffd700', price: 'A lot' })
    expect(await contentOf(at, '/db/gold')).toMatchObject({ color: '#ffd700', price: 'A lot' })
  })
})

describe('access to the sponsors', () => {
  it('is public: it does not require View of the root of a private event', async () => {
    const at = await createTestSite()
    await setMultiple(at, true)
    await at.run('addContent', '/', { as: 'max', input: { '@type': 'Tech Event', id: 'conf', title: 'Conference' } })
    for (const as of [undefined, 'mia'] as const)
      expect(await sponsorsOf(at, { as, path: '/conf' })).toEqual({ ...none, '@id': `${testBase}/conf/@sponsors` })
    await add(at, '/conf', 'SponsorsDB', { id: 'db', title: 'Sponsors' })
    expect(await sponsorsOf(at, { path: '/conf' })).toMatchObject({ '@id': `${testBase}/conf/db` })
  })

  it('excludes expired sponsors, except for callers who may see inactive content', async () => {
    const at = await withDatabase()
    const type = (await asOwner(at.site, 'listTypes')).find(({ id }) => id === 'Sponsor')
    await asOwner(at.site, 'setTypeBehaviors', {
      type: 'Sponsor',
      behaviors: [...(type?.behaviors ?? []), 'plone.publication'],
    })
    await patch(at, '/db/gold/a', { expires: new Date(at.clock.now + 60_000).toISOString() })
    expect(await levelsOf(at)).toMatchObject({ gold: ['a', 'b'] })
    at.clock.now += 60_000
    expect(await levelsOf(at)).toMatchObject({ gold: ['b'] })
    expect(await levelsOf(at, { as: 'max' })).toMatchObject({ gold: ['a', 'b'] })
  })

  it('fails on content that is not an event root', async () => {
    const at = await withDatabase()
    for (const path of ['/db', '/db/gold'])
      await expect(sponsorsOf(at, { path })).rejects.toMatchObject({ code: 'not-found', details: { context: path } })
  })
})

describe('several events with sponsors', () => {
  async function both(): Promise<TestSite> {
    const at = await withDatabase()
    await setMultiple(at, true)
    for (const id of ['one', 'two']) await add(at, '/', 'Tech Event', { id, title: id })
    await add(at, '/one', 'SponsorsDB', { id: 'db', title: 'Sponsors' })
    await add(at, '/one/db', 'SponsorLevel', { id: 'gold', title: 'Gold' })
    await add(at, '/one/db/gold', 'Sponsor', { id: 'z', title: 'z' })
    return at
  }

  it('have the sponsors of their own database, and the site root has none', async () => {
    const at = await both()
    expect(await levelsOf(at, { path: '/one' })).toEqual({ gold: ['z'] })
    expect(await sponsorsOf(at, { path: '/two' })).toEqual({ ...none, '@id': `${testBase}/two/@sponsors` })
    await expect(sponsorsOf(at, { as: 'max' })).rejects.toMatchObject({ code: 'not-found' })
  })

  it('are never shown for the site after it returns to a single event', async () => {
    const at = await both()
    await setMultiple(at, false)
    expect(await levelsOf(at)).toEqual({ gold: ['a', 'b'], silver: ['c'], bronze: [] })
    await at.run('deleteContent', '/db', { as: 'max', input: undefined })
    expect(await sponsorsOf(at)).toEqual(none)
  })
})
