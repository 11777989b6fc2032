import { addPublished, createTestSite, type TestSite, type TestUser, testBase } from '@plenum/testkit'
import type { JsonObject } from '../../foundation/json.js'
import { memoryContentStore } from '../../memory/memoryContentStore.js'

let site: TestSite

beforeEach(async () => {
  site = await createTestSite()
  await addPublished(site, '/', { '@type': 'Document', id: 'news', title: 'News' })
  for (const id of ['front', 'other']) await addPublished(site, '/news', { '@type': 'Document', id, title: id })
})

const edit = (path: string, body: JsonObject, as: TestUser = 'max') =>
  site.run('editContent', path, { as, input: { body, representation: false } })

const choose = (default_page: JsonObject[string], path = '/news') => edit(path, { default_page })

const getInput = { batch: { start: 0, size: 25 }, metadata: [], fullObjects: false, withItems: true }

async function contentAt(path: string, as?: TestUser): Promise<JsonObject> {
  return (await site.run('getContent', path, { ...(as ? { as } : {}), input: getInput })).content
}

const defaultPageOf = async (path: string, as?: TestUser) => (await contentAt(path, as)).default_page

async function pathsWith(value: string, as?: TestUser): Promise<readonly string[]> {
  const parameters = { is_default_page: value, sort_on: 'path' }
  const input = { parameters, ...getInput, fullObjects: false }
  const { items } = await site.run('searchContent', '/', { ...(as ? { as } : {}), input })
  return items.map(item => String((item as JsonObject)['@id']).slice(testBase.length))
}

async function component(name: 'breadcrumbs' | 'navigation' | 'contextnavigation', path: string, as?: TestUser) {
  const parameters = { navigation: { depth: '-1' } }
  const payload = await site.run('getComponent', path, { ...(as ? { as } : {}), input: { name, parameters } })
  return linksIn((payload as JsonObject).items)
}

const linksIn = (items: JsonObject[string] | undefined): readonly string[] =>
  (items as readonly JsonObject[]).flatMap(item => [
    String(item['@id']).slice(testBase.length),
    ...(item.items ? linksIn(item.items) : []),
  ])

describe('the default page of a container (docs/content-and-access.md, Default pages)', () => {
  it('is chosen by id, and is in the payload only when it is there', async () => {
    expect(await contentAt('/news')).not.toHaveProperty('default_page')
    await choose('front')
    expect(await defaultPageOf('/news')).toBe('front')
    await choose('other')
    expect(await defaultPageOf('/news')).toBe('other')
    await choose(null)
    expect(await contentAt('/news')).not.toHaveProperty('default_page')
  })

  it.each(['nothing', 'front/x', '../news', 7, ['front'], { '@id': '/news/front' }, '.', ' front'])(
    'is not %j, which is no item here',
    async value => {
      await choose('front')
      for (const path of ['/news', '/'])
        await expect(choose(value, path)).rejects.toMatchObject({ code: 'invalid-fields' })
      expect(await defaultPageOf('/news')).toBe('front')
    },
  )

  it('may be sent back as it was read, and choosing it changes neither the modification date nor the versions', async () => {
    await choose('front')
    const before = await contentAt('/news', 'max')
    site.clock.now += 60_000
    await edit('/news', { default_page: 'front' })
    expect(await contentAt('/news', 'max')).toEqual(before)
    await edit('/news', before)
    expect(await contentAt('/news', 'max')).toEqual(before)
    await choose('other')
    expect((await contentAt('/news')).modified).toBe(before.modified)
    const history = await site.run('getHistory', '/news', { as: 'max', input: { start: 0, size: null } })
    expect(JSON.stringify(history).match(/"type":"versioning"/g)).toHaveLength(1)
  })

  it('needs Modify portal content in the container', async () => {
    await expect(edit('/news', { default_page: 'front' }, 'rea')).rejects.toMatchObject({ code: 'unauthorized' })
  })

  it('has its index, in the catalog and in queries', async () => {
    await choose('front')
    expect(await pathsWith('true')).toEqual(['/news/front'])
    expect(await pathsWith('false')).toEqual(['', '/news', '/news/other'])
    await choose('other')
    expect(await pathsWith('1')).toEqual(['/news/other'])
    await choose('')
    expect(await pathsWith('true')).toEqual([])
  })

  it.each([
    ['boolean.isTrue', ['/news/front']],
    ['boolean.isFalse', ['', '/news', '/news/other']],
  ])('is found by %s of a querystring', async (operator, paths) => {
    await choose('front')
    const query = [{ i: 'is_default_page', o: `plone.app.querystring.operation.${operator}`, v: '' }]
    const input = { body: { query, sort_on: 'path' } }
    const { items } = await site.run('querystringSearch', '/', { input })
    expect(items.map(item => String((item as JsonObject)['@id']).slice(testBase.length))).toEqual(paths)
  })

  it('is omitted from menus and breadcrumbs, which show its container instead', async () => {
    await choose('front')
    await addPublished(site, '/news/front', { '@type': 'Document', id: 'below', title: 'Below' })
    expect(await component('navigation', '/')).toEqual(['', '/news', '/news/other'])
    expect(await component('breadcrumbs', '/news/front')).toEqual(['/news'])
    expect(await component('breadcrumbs', '/news/front/below')).toEqual(['/news', '/news/front/below'])
    const around = async (path: string) => {
      const input = { name: 'contextnavigation', parameters: { contextnavigation: { topLevel: '0' } } } as const
      return ((await site.run('getComponent', path, { input })) as JsonObject).items
    }
    expect(await around('/news/front')).toEqual(await around('/news'))
    expect(await around('/news')).toMatchObject([{ is_current: true, items: [{ title: 'other' }] }])
  })

  it('is part of the page of its container in the site map', async () => {
    const pages = async () => (await site.run('getSiteMap', '/', { input: { start: 0, size: 100 } })).pages
    const day = '2027-01-02T00:00:00+00:00'
    site.clock.now = Date.parse(day)
    await edit('/news/front', { title: 'Fresh' })
    await choose('front')
    const listed = (await pages()).map(({ url }) => url.slice(testBase.length))
    expect(listed).toEqual(['', '/news', '/news/other'])
    expect((await pages())[1]?.modified).toBe(day)
    await site.run('transitionContent', '/news', { as: 'max', input: { transition: 'retract', body: {} } })
    expect((await pages()).map(({ url }) => url.slice(testBase.length))).toEqual(['', '/news/front', '/news/other'])
  })

  it('may be that of the site root, and a default page may have one', async () => {
    await choose('news', '/')
    await choose('front')
    expect(await defaultPageOf('/')).toBe('news')
    expect(await component('breadcrumbs', '/news/front')).toEqual([])
    expect(await component('navigation', '/')).toEqual([''])
  })
})

describe('a default page that changes (docs/content-and-access.md, Default pages, rule 5)', () => {
  beforeEach(() => choose('front'))

  it('remains the default page under another id, and in a container with another id', async () => {
    await edit('/news/front', { id: 'start' })
    expect(await defaultPageOf('/news')).toBe('start')
    await edit('/news', { id: 'latest' })
    expect(await defaultPageOf('/latest')).toBe('start')
    expect(await pathsWith('true')).toEqual(['/latest/start'])
  })

  it('is chosen in the request that renames the container', async () => {
    await edit('/news', { id: 'latest', default_page: 'other' })
    expect(await pathsWith('true')).toEqual(['/latest/other'])
  })

  it('is no longer the default page after its deletion, even if another object gets the same id', async () => {
    await site.run('deleteContent', '/news/front', { as: 'max', input: undefined })
    await addPublished(site, '/news', { '@type': 'Document', id: 'front', title: 'Another' })
    expect(await contentAt('/news', 'max')).not.toHaveProperty('default_page')
    expect(await pathsWith('true')).toEqual([])
  })

  it('is none while it is elsewhere', async () => {
    const move = (source: string, to: string) => site.run('relocateObjects', to, { as: 'max', input: { source } })
    await move('/news/front', '/')
    expect(await defaultPageOf('/news')).toBeUndefined()
    expect(await pathsWith('true')).toEqual([])
    await move('/front', '/news')
    expect(await defaultPageOf('/news')).toBe('front')
    expect(await pathsWith('true')).toEqual(['/news/front'])
  })

  it('is copied with its container, and a copy of it alone is an ordinary page', async () => {
    const copy = (source: string, to: string) => site.run('copyObjects', to, { as: 'max', input: { source } })
    await copy('/news', '/')
    await copy('/news/front', '/news')
    expect(await defaultPageOf('/copy_of_news', 'max')).toBe('front')
    expect(await pathsWith('true', 'max')).toEqual(['/copy_of_news/front', '/news/front'])
    await site.run('deleteContent', '/news', { as: 'max', input: undefined })
    expect(await pathsWith('true', 'max')).toEqual(['/copy_of_news/front'])
  })

  it('is absent from old versions, and is preserved by a revert', async () => {
    await edit('/news', { title: 'Newer' })
    await choose('other')
    const { content } = await site.run('getVersion', '/news', { as: 'max', input: { ...getInput, version: '0' } })
    expect(content).not.toHaveProperty('default_page')
    await site.run('revertVersion', '/news', { as: 'max', input: { version: 0 } })
    expect(await defaultPageOf('/news')).toBe('other')
  })
})

describe('a default page that the caller may not view (docs/content-and-access.md, Default pages, rule 2)', () => {
  beforeEach(async () => {
    await choose('front')
    await site.run('transitionContent', '/news/front', { as: 'max', input: { transition: 'retract', body: {} } })
  })

  it('is not shown to this caller', async () => {
    expect(await contentAt('/news')).not.toHaveProperty('default_page')
    expect(await defaultPageOf('/news', 'max')).toBe('front')
    expect(await pathsWith('true')).toEqual([])
  })

  it('is refused like a missing object, and is preserved if it is not sent', async () => {
    const share = { entries: [{ id: 'mia', type: 'user', roles: { Editor: true } }], inherit: false }
    await site.run('editSharing', '/news/front', { as: 'max', input: { inherit: false } as never })
    await site.run('editSharing', '/news', { as: 'max', input: share as never })
    const failure = (id: string) =>
      edit('/news', { default_page: id }, 'mia').then(String, error => JSON.stringify(error.details))
    expect(await failure('front')).toBe((await failure('missing')).replaceAll('missing', 'front'))
    expect(await failure('front')).toContain('default-page.unknown')
    await edit('/news', { title: 'Newest' }, 'mia')
    expect(await defaultPageOf('/news', 'max')).toBe('front')
  })

  it('is an ordinary page below a container that the caller may not view', async () => {
    await site.run('transitionContent', '/news/front', { as: 'max', input: { transition: 'publish', body: {} } })
    await site.run('transitionContent', '/news', { as: 'max', input: { transition: 'retract', body: {} } })
    expect(await component('breadcrumbs', '/news/front')).toEqual(['/news/front'])
    expect(await component('breadcrumbs', '/news/front', 'max')).toEqual(['/news'])
    expect(await component('contextnavigation', '/news/other')).toEqual(['/news/front', '/news/other'])
    expect(await component('contextnavigation', '/news/other', 'max')).toEqual(['/news/other'])
  })
})

describe('a choice during another change (docs/http-answers.md, Readers and writers, rule 6)', () => {
  it('is decided again when the item moves away or is deleted before the commit', async () => {
    const store = memoryContentStore()
    let meanwhile = async (): Promise<unknown> => undefined
    const commit: typeof store.commit = async change => {
      const happens = meanwhile
      meanwhile = async () => undefined
      await happens()
      return store.commit(change)
    }
    site = await createTestSite({ store: { ...store, commit } })
    await addPublished(site, '/', { '@type': 'Document', id: 'news', title: 'News' })
    for (const id of ['front', 'other']) await addPublished(site, '/news', { '@type': 'Document', id, title: id })
    meanwhile = () => site.run('relocateObjects', '/', { as: 'max', input: { source: '/news/front' } })
    await expect(choose('front')).rejects.toMatchObject({ code: 'invalid-fields' })
    meanwhile = () => site.run('deleteContent', '/news/other', { as: 'max', input: undefined })
    await expect(choose('other')).rejects.toMatchObject({ code: 'invalid-fields' })
    expect(await pathsWith('true')).toEqual([])
    expect(await contentAt('/news')).not.toHaveProperty('default_page')
  })
})
