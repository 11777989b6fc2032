import { addPublished, createTestSite, type TestUser, testBase } from '@plenum/testkit'
import type { JsonObject, JsonValue } from '../../foundation/json.js'
import type { RelationsInput } from './relations.js'

async function siteWithPages() {
  const site = await createTestSite()
  const { run } = site
  const add = async (container: string, id: string, body: JsonObject = {}): Promise<string> => {
    const path = await addPublished(site, container, { '@type': 'Document', title: `Title ${id}`, ...body, id })
    return path
  }
  const uidOf = async (path: string) => {
    const { lineage } = await site.platform.store.read(reader => reader.open(path))
    return lineage.at(-1)?.uid ?? ''
  }
  const integrity = async (paths: readonly string[], as?: TestUser) => {
    const uids = await Promise.all(paths.map(uidOf))
    return run('linkIntegrity', '/', { ...(as ? { as } : {}), input: { uids } })
  }
  const breaches = async (path: string, as?: TestUser) => {
    const [first] = await integrity([path], as)
    return (first?.breaches ?? []).map(({ '@id': id }) => id.slice(testBase.length))
  }
  const relations = (input: Partial<RelationsInput>, as: TestUser = 'max') =>
    run('listRelations', '/', { as, input: { onlyBroken: false, ...input } })
  return { ...site, add, uidOf, integrity, breaches, relations }
}

const link = (url: string): JsonObject => ({ blocks: { b: { '@type': 'teaser', href: [{ '@id': url }] } } })

describe('link integrity (docs/content-and-access.md, References)', () => {
  it('finds objects that refer to another by relation, UID, path and URL, in blocks and texts', async () => {
    const { add, uidOf, integrity, breaches } = await siteWithPages()
    await add('/', 'target')
    const uid = await uidOf('/target')
    await add('/', 'by-relation', { relatedItems: [uid] })
    await add('/', 'by-path', link('/target/'))
    await add('/', 'by-url', link(`${testBase}/++api++/target/@@images/image?x#y`))
    await add('/', 'by-uid', link(`../resolveuid/${uid}`))
    await add('/', 'by-link', { '@type': 'Link', remoteUrl: '/target' })
    await add('/', 'not', link('/target-not'))
    await add('/', 'elsewhere', link('http://elsewhere.example/target'))
    expect(await breaches('/target')).toEqual(['/by-link', '/by-path', '/by-relation', '/by-uid', '/by-url'])
    const [first] = await integrity(['/target'])
    expect(first).toMatchObject({ '@id': `${testBase}/target`, '@type': 'Document', items_total: 0 })
    expect((first?.breaches as JsonObject[] | undefined)?.[0]).toEqual({
      '@id': `${testBase}/by-link`,
      title: 'Title by-link',
      uid: await uidOf('/by-link'),
    })
  })

  it('includes references to descendants, except from objects that would be deleted too', async () => {
    const { add, uidOf, integrity, breaches } = await siteWithPages()
    await add('/', 'a')
    await add('/a', 'b')
    await add('/a/b', 'c', link('/a'))
    await add('/', 'x', { relatedItems: [await uidOf('/a/b')] })
    await add('/', 'y', link('/a/b/c'))
    const [first] = await integrity(['/a'])
    expect(first).toMatchObject({ items_total: 2 })
    expect(await breaches('/a')).toEqual(['/x', '/y'])
    const both = await integrity(['/a', '/x'])
    expect(both.map(({ breaches: items }) => items.length)).toEqual([1, 0])
  })

  it('follows changes and relocations, and resolves aliases', async () => {
    const { add, run, breaches } = await siteWithPages()
    await add('/', 'target')
    await add('/', 'into')
    await add('/', 'page', link('/target'))
    await run('relocateObjects', '/into', { as: 'max', input: { source: '/target' } })
    expect(await breaches('/into/target')).toEqual(['/page'])
    await run('editContent', '/into', { as: 'max', input: { body: { id: 'other' }, representation: false } })
    expect(await breaches('/other/target')).toEqual(['/page'])
    await run('editContent', '/page', { as: 'max', input: { body: link('/'), representation: false } })
    expect(await breaches('/other/target')).toEqual([])
    expect(await breaches('/')).toEqual([])
  })

  it('excludes objects that the caller may not view', async () => {
    const { add, run, uidOf, breaches } = await siteWithPages()
    await add('/', 'target')
    await run('addContent', '/', {
      as: 'max',
      input: { '@type': 'Document', id: 'secret', title: 'S', ...link('/target') },
    })
    expect([await breaches('/target'), await breaches('/target', 'max')]).toEqual([[], ['/secret']])
    const uids = [await uidOf('/secret'), 'f'.repeat(32)]
    expect(await run('linkIntegrity', '/', { input: { uids } })).toEqual([])
  })

  it.each([[], [''], Array.from({ length: 501 }, (_, i) => String(i))].map(uids => [uids]))(
    'is available for 1 to 500 objects',
    async uids => {
      const { run } = await siteWithPages()
      await expect(run('linkIntegrity', '/', { input: { uids } })).rejects.toMatchObject({ code: 'bad-request' })
    },
  )
})

describe('relations (docs/content-and-access.md, References)', () => {
  async function related() {
    const site = await siteWithPages()
    const { add, uidOf } = site
    await add('/', 'a')
    await add('/', 'b', { relatedItems: [await uidOf('/a')], ...link('/a') })
    await add('/', 'c', { relatedItems: [await uidOf('/a'), await uidOf('/b')] })
    return site
  }
  const titles = (answer: JsonObject | null): JsonValue =>
    Object.fromEntries(
      Object.entries((answer?.relations ?? {}) as Record<string, JsonObject>).map(([name, { items, items_total }]) => [
        name,
        [
          items_total ?? null,
          ...(items as JsonObject[]).map(
            ({ source, target }) => `${(source as JsonObject).title}>${(target as JsonObject).title}`,
          ),
        ],
      ]),
    )

  it('are counted by name, with dangling ones', async () => {
    const { relations, run } = await related()
    const id = { '@id': `${testBase}/@relations` }
    expect(await relations({})).toEqual({ ...id, stats: { relatedItems: 3, isReferencing: 1 }, broken: {} })
    expect(await relations({ onlyBroken: true })).toBe(null)
    await run('deleteContent', '/b', { as: 'max', input: undefined })
    expect(await relations({})).toEqual({ ...id, stats: { relatedItems: 2 }, broken: { relatedItems: 1 } })
    const dangling = await relations({ onlyBroken: true })
    expect(dangling).toMatchObject({
      relations: { relatedItems: { items: [[`${testBase}/c`, expect.any(String)]], items_total: 1 } },
    })
  })

  it('are found by target, source and name', async () => {
    const { relations, uidOf } = await related()
    const toA = { relatedItems: [2, 'Title b>Title a', 'Title c>Title a'], isReferencing: [1, 'Title b>Title a'] }
    for (const target of ['/a', `${testBase}/a`, await uidOf('/a')])
      expect(titles(await relations({ target }))).toEqual(toA)
    expect(titles(await relations({ source: '/c' }))).toEqual({
      relatedItems: [2, 'Title c>Title a', 'Title c>Title b'],
    })
    expect(titles(await relations({ relation: 'isReferencing' }))).toEqual({ isReferencing: [1, 'Title b>Title a'] })
    expect(titles(await relations({ source: '/c', target: '/b', relation: 'relatedItems' }))).toEqual({
      relatedItems: [1, 'Title c>Title b'],
    })
    expect(titles(await relations({ target: '/none' }))).toEqual({})
  })

  it('exclude objects that the caller may not view; the whole list is available to editors only', async () => {
    const { relations, run } = await related()
    await run('transitionContent', '/c', { as: 'max', input: { transition: 'retract', body: {} } })
    expect(titles(await relations({ target: '/a' }, 'mia'))).toEqual({
      relatedItems: [1, 'Title b>Title a'],
      isReferencing: [1, 'Title b>Title a'],
    })
    expect(titles(await relations({ target: '/c' }, 'mia'))).toEqual({})
    await run('transitionContent', '/a', { as: 'max', input: { transition: 'retract', body: {} } })
    expect(titles(await relations({ source: '/b' }, 'mia'))).toEqual({})
    for (const onlyBroken of [true, false])
      await expect(relations({ onlyBroken }, 'mia')).rejects.toMatchObject({ code: 'unauthorized' })
  })
})

describe('a site from before references', () => {
  it('gets the references of its content once when it is opened', async () => {
    const { add, site, platform, breaches } = await siteWithPages()
    await add('/', 'target')
    await add('/', 'page', link('/target'))
    const { lineage } = await platform.store.read(reader => reader.open('/page'))
    const [root, page] = lineage
    if (!root || !page) throw new Error('Both are there.')
    const { catalog_form: _, ...fields } = root.fields
    const bare = { holders: ['Anonymous'], indexes: { UID: page.uid }, columns: {} }
    await platform.store.commit({
      updates: [{ node: { ...root, fields }, entry: { ...bare, indexes: { UID: root.uid } } }],
      entries: [{ uid: page.uid, revision: page.revision, entry: bare }],
    })
    expect(await breaches('/target')).toEqual([])
    const stamp = async () => (await platform.store.read(reader => reader.open('/'))).stamp
    expect(await site.initialize({ title: 'Site', creator: 'max' })).toBe(false)
    expect(await breaches('/target')).toEqual(['/page'])
    const before = await stamp()
    await site.initialize({ title: 'Site', creator: 'max' })
    expect(await stamp()).toBe(before)
  })
})
