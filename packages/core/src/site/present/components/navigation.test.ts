import { addPublished, createTestSite, type TestSite, testBase } from '@plenum/testkit'
import type { SearchParameters } from '../../../content/query/searchParameters.js'
import type { JsonObject } from '../../../foundation/json.js'

const page = (id: string, more: JsonObject = {}) => ({ '@type': 'Document', id, title: id.toUpperCase(), ...more })

async function siteWithMenu(): Promise<TestSite> {
  const site = await createTestSite()
  await addPublished(site, '/', page('a', { nav_title: 'First', description: 'Text' }))
  await addPublished(site, '/a', page('b'))
  await addPublished(site, '/a/b', page('c'))
  await addPublished(site, '/', page('x', { exclude_from_nav: true }))
  await addPublished(site, '/x', page('y'))
  await site.run('addContent', '/', { as: 'max', input: page('p') })
  return site
}

const navigation = async ({ run }: TestSite, depth?: string, as?: 'max') => {
  const parameters: SearchParameters = depth === undefined ? {} : { navigation: { depth } }
  const answer = await run('getComponent', '/a/b', { as, input: { name: 'navigation', parameters } })
  return answer as JsonObject & { items: readonly JsonObject[] }
}

const ids = (items: unknown): unknown =>
  (items as readonly JsonObject[]).map(item =>
    (item.items as readonly JsonObject[]).length > 0 ? [idOf(item), ids(item.items)] : idOf(item),
  )
const idOf = (item: JsonObject): string => String(item['@id']).slice(testBase.length)

describe('the menu of a site (docs/content-and-access.md, Components, rule 7)', () => {
  it('has Home and the visible content of the site root', async () => {
    const site = await siteWithMenu()
    const { items, ...rest } = await navigation(site)
    expect(rest).toEqual({ '@id': `${testBase}/a/b/@navigation` })
    expect(items).toEqual([
      { '@id': testBase, title: 'Home', description: '', review_state: null, items: [] },
      { '@id': `${testBase}/a`, title: 'First', description: 'Text', review_state: 'published', items: [] },
    ])
    expect(ids((await navigation(site, '1', 'max')).items)).toEqual(['', '/a', '/p'])
  })

  it('has the requested depth', async () => {
    const site = await siteWithMenu()
    expect(ids((await navigation(site, '0')).items)).toEqual(['', '/a'])
    expect(ids((await navigation(site, '2')).items)).toEqual(['', ['/a', ['/a/b']]])
    expect(ids((await navigation(site, '-1')).items)).toEqual(['', ['/a', [['/a/b', ['/a/b/c']]]]])
    await expect(navigation(site, 'deep')).rejects.toMatchObject({ code: 'bad-request' })
  })

  it('changes as soon as content changes or a date passes', async () => {
    const site = await siteWithMenu()
    const expires = new Date(site.clock.now + 60_000).toISOString()
    await addPublished(site, '/', page('z', { expires }))
    expect(ids((await navigation(site)).items)).toEqual(['', '/a', '/z'])
    await site.run('editContent', '/a', {
      as: 'max',
      input: { body: { title: 'A', exclude_from_nav: true }, representation: false },
    })
    expect(ids((await navigation(site)).items)).toEqual(['', '/z'])
    site.clock.now += 60_001
    expect(ids((await navigation(site)).items)).toEqual([''])
  })
})
