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

  it('shows no level and no sponsor, though the caller may see them', () => {
    expect(present([level('gold'), sponsor('gold/acme')])).toEqual({ '@id': endpoint, items: [], benefits: [] })
  })
})

describe('@sponsors', () => {
  it('has the URL of the sponsors database for its @id', () => {
    expect(present([database()])['@id']).toBe(`${testBase}/db`)
  })

  it('without levels lists none, and the benefits with no value', () => {
    const benefits = [{ id: 'logo', title: 'Logo', description: 'On the site' }]
    expect(present([database(benefits)])).toMatchObject({
      items: [],
      benefits: [{ id: 'logo', title: 'Logo', description: 'On the site', levels: {} }],
    })
  })

  it('gives of a level these keys and no others', () => {
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

  it('keeps the order of the levels, lists those excluded from navigation and says so', () => {
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

  it('gives each level the summaries of its published sponsors, in order', () => {
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

  it('shows no sponsors of a level that the caller may not see', () => {
    const { items } = present([database(), level('gold'), sponsor('hidden/acme')])
    expect(items).toMatchObject([{ id: 'gold', items: [], has_sponsors: false }])
  })

  it('gives the image scales of a level, and an empty object when it has no image', () => {
    const scales = { preview_image_link: [{ download: 'x' }] }
    const { items } = present([database(), level('gold'), level('silver')], { '/db/gold': scales })
    expect(items.map(({ image_scales }) => image_scales)).toEqual([scales, {}])
  })
})

describe('benefits', () => {
  const rows = ['tickets', 'logo'].map(id => ({ id, title: `The ${id}`, description: `About ${id}` }))

  it('come in the order of the database, with the value that each level gives', () => {
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

  it('that a level does not list have no key for it, and without detail they are empty', () => {
    const { benefits } = present([
      database(rows),
      level('gold', [{ code: 'tickets', value: null }, { code: 'logo' }]),
      level('silver', [{ code: 'logo', value: '' }]),
      level('bronze'),
    ])
    expect(benefits.map(({ levels }) => levels)).toEqual([{ gold: '' }, { gold: '', silver: '' }])
  })

  it('named twice by a level: the last row wins', () => {
    const gold = level('gold', [
      { code: 'tickets', value: '1' },
      { code: 'tickets', value: '2' },
    ])
    expect(present([database(rows), gold]).benefits[0]?.levels).toEqual({ gold: '2' })
  })

  it('that the database lacks are ignored', () => {
    const { benefits } = present([database(rows), level('gold', [{ code: 'gone', value: '1' }])])
    expect(benefits.map(({ id, levels }) => [id, levels])).toEqual([
      ['tickets', {}],
      ['logo', {}],
    ])
  })

  it('that the database has twice keep the first place with the later title and description', () => {
    const twice = [...rows, { id: 'tickets', title: 'Passes', description: 'For all' }]
    expect(present([database(twice)]).benefits).toEqual([
      { id: 'tickets', title: 'Passes', description: 'For all', levels: {} },
      { id: 'logo', title: 'The logo', description: 'About logo', levels: {} },
    ])
  })

  it('take levels of any short name for keys', () => {
    const offered = [{ code: 'tickets', value: '1' }]
    const { benefits } = present([database(rows), level('constructor', offered), level('toString', offered)])
    expect(Object.keys(benefits[0]?.levels as JsonObject)).toEqual(['constructor', 'toString'])
  })

  it('come from the levels only that the caller may see', () => {
    const shown = level('gold', [{ code: 'tickets', value: '1' }])
    expect(present([database(rows), shown]).benefits[0]?.levels).toEqual({ gold: '1' })
    expect(present([database(rows)]).benefits[0]?.levels).toEqual({})
  })
})
