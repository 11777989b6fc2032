import { addPublished, createTestSite, type TestSite, testBase } from '@plenum/testkit'
import type { JsonObject } from '../../../foundation/json.js'

const page = (id: string, more: JsonObject = {}) => ({ '@type': 'Document', id, title: id.toUpperCase(), ...more })

async function siteWithTree(): Promise<TestSite> {
  const site = await createTestSite()
  await addPublished(site, '/', page('t'))
  await addPublished(site, '/t', page('a'))
  await addPublished(site, '/t/a', page('one'))
  await addPublished(site, '/t/a', page('two', { exclude_from_nav: true }))
  await addPublished(site, '/t', page('b'))
  await addPublished(site, '/t/b', page('three'))
  return site
}

async function around({ run }: TestSite, path: string, wish: Readonly<Record<string, string>> = {}) {
  const input = { name: 'contextnavigation', parameters: { contextnavigation: wish } } as const
  return (await run('getComponent', path, { input })) as JsonObject
}

const tree = (items: unknown): unknown =>
  (items as readonly JsonObject[]).map(({ normalized_id: id, items: inside }) =>
    (inside as readonly JsonObject[]).length > 0 ? [id, tree(inside)] : id,
  )

describe('the menu around an object (docs/content-and-access.md, Components, rule 10)', () => {
  it('has siblings of the object and of its containers, and everything below it', async () => {
    const site = await siteWithTree()
    const navigation = await around(site, '/t/a')
    expect(navigation).toMatchObject({
      '@id': `${testBase}/t/a/@contextnavigation`,
      title: 'Navigation',
      has_custom_name: false,
      available: true,
      url: `${testBase}/sitemap`,
    })
    expect(tree(navigation.items)).toEqual([['a', ['one']], 'b'])
    expect((navigation.items as readonly JsonObject[])[0]).toMatchObject({
      '@id': `${testBase}/t/a`,
      is_current: true,
      is_in_path: false,
      is_folderish: true,
      review_state: 'published',
      type: 'document',
    })
    expect(tree((await around(site, '/t/a/one')).items)).toEqual([['a', ['one']], 'b'])
  })

  it('shows the object and its path even if menus exclude them', async () => {
    const site = await siteWithTree()
    expect(tree((await around(site, '/t/a/two')).items)).toEqual([['a', ['one', 'two']], 'b'])
  })

  it('begins below the site root, which has none, or at the requested level or path', async () => {
    const site = await siteWithTree()
    expect(await around(site, '/')).toMatchObject({ available: false, items: [] })
    expect(tree((await around(site, '/t/a', { topLevel: '0' })).items)).toEqual([['t', [['a', ['one']], 'b']]])
    expect(tree((await around(site, '/t/a/one', { root_path: '/t/a' })).items)).toEqual(['one'])
    expect(tree((await around(site, '/t/a', { currentFolderOnly: '1' })).items)).toEqual(['one'])
    expect(await around(site, '/t', { topLevel: '2' })).toMatchObject({ available: false })
  })

  it('includes its top container, fewer levels and a name on request', async () => {
    const site = await siteWithTree()
    expect(tree((await around(site, '/t/a', { includeTop: '1' })).items)).toEqual(['t', ['a', ['one']], 'b'])
    expect(tree((await around(site, '/t/a', { bottomLevel: '1' })).items)).toEqual(['a', 'b'])
    expect(await around(site, '/t/a', { name: 'Near' })).toMatchObject({ title: 'Near', has_custom_name: true })
    await expect(around(site, '/t/a', { topLevel: 'x' })).rejects.toMatchObject({ code: 'bad-request' })
  })

  it('omits a container that the caller may not view, as its top and within its path', async () => {
    const site = await createTestSite()
    const { run } = site
    await run('addContent', '/', { as: 'max', input: page('hidden') })
    await addPublished(site, '/hidden', page('a'))
    await addPublished(site, '/hidden/a', page('one'))
    expect(tree((await around(site, '/hidden/a', { includeTop: '1' })).items)).toEqual([['a', ['one']]])
    expect(tree((await around(site, '/hidden/a', { includeTop: '1', topLevel: '0' })).items)).toEqual([''])
    const input = { name: 'contextnavigation', parameters: { contextnavigation: { includeTop: '1' } } } as const
    const { items } = (await run('getComponent', '/hidden/a', { as: 'max', input })) as JsonObject
    expect(tree(items)).toEqual(['hidden', ['a', ['one']]])
  })

  it.each([[{ query: ['x', 'x'] }], [['1', '1']], ['perhaps']])('rejects the value %j of a flag', async includeTop => {
    const site = await createTestSite()
    const input = { name: 'contextnavigation', parameters: { contextnavigation: { includeTop } } } as const
    await expect(site.run('getComponent', '/', { as: 'max', input })).rejects.toMatchObject({ code: 'bad-request' })
  })
})
