import { addPublished, createTestSite, type TestSite } from '@plenum/testkit'
import type { SearchParameters } from '../../content/query/searchParameters.js'
import type { JsonObject } from '../../foundation/json.js'

let at: TestSite

beforeEach(async () => {
  at = await createTestSite()
  const kinds = [
    ['Document', 'b', '2027-01-03'],
    ['News Item', 'c', '2027-01-01'],
    ['Document', 'a', '2027-01-02'],
  ]
  at.clock.now = Date.UTC(2027, 1, 1)
  for (const [type = '', title = '', effective = ''] of kinds)
    await addPublished(at, '/', { '@type': type, id: title, title: `${title} gull`, effective })
})

const set = (body: JsonObject) => at.run('editControlPanel', '/', { as: 'max', input: { name: 'search', body } })

async function find(parameters: SearchParameters, path = '/'): Promise<readonly unknown[]> {
  const input = { batch: { start: 0, size: 25 }, metadata: [], fullObjects: false, parameters }
  const { items } = await at.run('searchContent', path, { input: { ...input } })
  return items.map(({ title }) => title)
}

const gulls = { SearchableText: 'gull' }
const ofSite = { ...gulls, use_site_search_settings: '1' }

describe('a search with the settings of the site', () => {
  it('excludes the types that are not searched, and no other search does', async () => {
    await set({ types_not_searched: ['News Item'] })
    expect([...(await find(ofSite))].sort()).toEqual(['a gull', 'b gull'])
    expect(await find(gulls)).toHaveLength(3)
  })

  it('finds these types if it queries types', async () => {
    await set({ types_not_searched: ['News Item'] })
    expect(await find({ ...ofSite, portal_type: 'News Item' })).toEqual(['c gull'])
  })

  it('searches the whole site from any object', async () => {
    expect(await find(ofSite, '/a')).toHaveLength(3)
    expect(await find(gulls, '/a')).toEqual(['a gull'])
  })

  it('has the order of the site by default', async () => {
    await set({ sort_on: 'sortable_title' })
    expect(await find(ofSite)).toEqual(['a gull', 'b gull', 'c gull'])
    await set({ sort_on: 'Date' })
    expect(await find(ofSite)).toEqual(['b gull', 'a gull', 'c gull'])
    expect(await find({ ...ofSite, sort_on: 'sortable_title' })).toEqual(['a gull', 'b gull', 'c gull'])
  })

  it('sorts dates newest first, unless it requests another direction', async () => {
    expect(await find({ ...ofSite, sort_on: 'effective' })).toEqual(['b gull', 'a gull', 'c gull'])
    expect(await find({ ...ofSite, sort_on: 'effective', sort_order: 'ascending' })).toEqual([
      'c gull',
      'a gull',
      'b gull',
    ])
    expect(await find({ ...gulls, sort_on: 'effective' })).toEqual(['c gull', 'a gull', 'b gull'])
  })
})
