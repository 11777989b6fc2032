import { testBase } from '@plenum/testkit'
import type { SponsorsPayload } from '../answers/sponsors.js'
import type { Summary } from '../answers/summary.js'
import type { SearchHit } from '../content/store/catalog.js'
import type { JsonObject } from '../foundation/json.js'
import { idOfPath } from '../foundation/paths.js'
import { sponsorsPayload } from './sponsors.js'

const endpoint = `${testBase}/@sponsors`

function entry(type: string, path: string, columns: JsonObject = {}): SearchHit {
  const common = { title: `Title of ${idOfPath(path)}`, review_state: 'published', exclude_from_nav: false }
  return { uid: path, path, type, position: 0, columns: { ...common, ...columns } }
}

const database = (benefits: readonly JsonObject[] = []): SearchHit => entry('SponsorsDB', '/db', { benefits })
const level = (id: string, benefits: readonly JsonObject[] = []): SearchHit =>
  entry('SponsorLevel', `/db/${id}`, { benefits })
const sponsor = (id: string, state = 'published'): SearchHit => entry('Sponsor', `/db/${id}`, { review_state: state })

function present(entries: readonly SearchHit[], scales: JsonObject = {}): SponsorsPayload {
  const summaryOf = ({ path }: SearchHit): Summary =>
    ({ '@id': path, image_scales: Object.hasOwn(scales, path) ? scales[path] : null }) as Partial<Summary> as Summary
  return sponsorsPayload({ base: testBase, endpoint, entries, summaryOf })
}

describe('@sponsors without a database', () => {
  it('has the address of the endpoint and empty lists', () => {
    expect(present([])).toEqual({ '@id': endpoint, items: [], benefits: [] })
  })

  it('lists no levels and sponsors, even if the caller may view them', () => {
    expect(present([level('gold'), sponsor('gold/acme')])).toEqual({ '@id': endpoint, items: [], benefits: [] })
  })
})

describe('@sponsors', () => {
  it('has the URL of the sponsors database as its @id', () => {
    expect(present([database()])['@id']).toBe(`${testBase}/db`)
  })

  it('lists no levels without any, and benefits without values', () => {
    const benefits = [{ id: 'logo', title: 'Logo', description: 'On the site' }]
    expect(present([database(benefits)])).toMatchObject({
      items: [],
      benefits: [{ id: 'logo', title: 'Logo', description: 'On the site', levels: {} }],
    })
  })

  it('presents a level with these keys only', () => {
    expect(present([database(), entry('SponsorLevel', '/db/gold', { color: '#ffd700', price: '1' })]).items).toEqual([
      {
        '@id': `${testBase}/db/gold`,
        id: 'gold',
        title: 'Title of gold',
        items: [],
        has_sponsors: false,
        exclude_from_nav: false,
        image_scales: {},
      },
    ])
  })

  it('retains the order of the levels, and lists and marks those excluded from navigation', () => {
    const { items } = present([
      database(),
      level('silver'),
      entry('SponsorLevel', '/db/gold', { exclude_from_nav: true }),
    ])
    expect(items.map(({ id, exclude_from_nav }) => [id, exclude_from_nav])).toEqual([
      ['silver', false],
      ['gold', true],
    ])
  })

  it('lists the published sponsors of each level as summaries, in order', () => {
    const { items } = present([
      database(),
      level('gold'),
      level('silver'),
      level('bronze'),
      sponsor('gold/b'),
      sponsor('silver/x'),
      sponsor('gold/a'),
      sponsor('gold/secret', 'private'),
      sponsor('gold/soon', 'pending'),
    ])
    expect(items.map(({ items: sponsors }) => sponsors.map(({ '@id': path }) => path))).toEqual([
      ['/db/gold/b', '/db/gold/a'],
      ['/db/silver/x'],
      [],
    ])
    expect(items.map(({ has_sponsors }) => has_sponsors)).toEqual([true, true, false])
  })

  it('omits the sponsors of a level that the caller may not view', () => {
    const { items } = present([database(), level('gold'), sponsor('hidden/acme')])
    expect(items).toMatchObject([{ id: 'gold', items: [], has_sponsors: false }])
  })

  it('has the image scales of a level, and an empty object if it has no image', () => {
    const scales = { preview_image_link: [{ download: 'x' }] }
    const { items } = present([database(), level('gold'), level('silver')], { '/db/gold': scales })
    expect(items.map(({ image_scales }) => image_scales)).toEqual([scales, {}])
  })
})

describe('benefits', () => {
  const rows = ['tickets', 'logo'].map(id => ({ id, title: `The ${id}`, description: `About ${id}` }))

  it('have the order of the database and the value of each level', () => {
    const { benefits } = present([
      database(rows),
      level('gold', [
        { code: 'logo', value: 'large' },
        { code: 'tickets', value: '20' },
      ]),
      level('silver', [{ code: 'tickets', value: '10' }]),
    ])
    expect(benefits).toEqual([
      { id: 'tickets', title: 'The tickets', description: 'About tickets', levels: { gold: '20', silver: '10' } },
      { id: 'logo', title: 'The logo', description: 'About logo', levels: { gold: 'large' } },
    ])
  })

  it('have no key for a level that does not list them, and are empty without details', () => {
    const { benefits } = present([
      database(rows),
      level('gold', [{ code: 'tickets', value: null }, { code: 'logo' }]),
      level('silver', [{ code: 'logo', value: '' }]),
      level('bronze'),
    ])
    expect(benefits.map(({ levels }) => levels)).toEqual([{ gold: '' }, { gold: '', silver: '' }])
  })

  it('have the value of the last row if a level names them twice', () => {
    const gold = level('gold', [
      { code: 'tickets', value: '1' },
      { code: 'tickets', value: '2' },
    ])
    expect(present([database(rows), gold]).benefits[0]?.levels).toEqual({ gold: '2' })
  })

  it('are ignored if the database lacks them', () => {
    const { benefits } = present([database(rows), level('gold', [{ code: 'gone', value: '1' }])])
    expect(benefits.map(({ id, levels }) => [id, levels])).toEqual([
      ['tickets', {}],
      ['logo', {}],
    ])
  })

  it('that the database has twice have the position of the first and the title and description of the last', () => {
    const twice = [...rows, { id: 'tickets', title: 'Passes', description: 'For all' }]
    expect(present([database(twice)]).benefits).toEqual([
      { id: 'tickets', title: 'Passes', description: 'For all', levels: {} },
      { id: 'logo', title: 'The logo', description: 'About logo', levels: {} },
    ])
  })

  it('accept any short names of levels as keys', () => {
    const offered = [{ code: 'tickets', value: '1' }]
    const { benefits } = present([database(rows), level('constructor', offered), level('toString', offered)])
    expect(Object.keys(benefits[0]?.levels as JsonObject)).toEqual(['constructor', 'toString'])
  })

  it('have values only of levels that the caller may view', () => {
    const gold = level('gold', [{ code: 'tickets', value: '1' }])
    expect(present([database(rows), gold]).benefits[0]?.levels).toEqual({ gold: '1' })
    expect(present([database(rows)]).benefits[0]?.levels).toEqual({})
  })
})
