import { createTestSite, testBase } from '@plenum/testkit'
import type { JsonObject } from '../../foundation/json.js'
import { rootPath } from '../../foundation/paths.js'
import { memoryStore } from '../../memory/memoryStore.js'
import type { WholeStore } from '../../portable/wholeStore.js'
import { defaultInput } from '../operations/getContent.js'

async function storeOldForm(whole: WholeStore, fieldsByPath: Readonly<Record<string, JsonObject>>): Promise<void> {
  const objects = await whole.read(async ({ content }) => {
    const opened = Object.entries(fieldsByPath).map(async ([path, fields]) => {
      const { lineage } = await content.open(path)
      const node = lineage.at(-1)
      if (!node) throw new Error(`No object at ${path}.`)
      const entry = { holders: [], indexes: {}, columns: {}, titleWords: [], descriptionWords: [], words: [] }
      const old = { ...node, fields: { ...node.fields, ...fields } }
      const versions = (await content.versions(node.uid)).map(({ number }) => ({ number, node: old }))
      return { uid: node.uid, revision: node.revision, entry, node: old, versions }
    })
    return Promise.all(opened)
  })
  await whole.rewrite(objects)
}

async function oldSite(blocks: JsonObject) {
  const { content: store, users, whole } = memoryStore()
  const test = await createTestSite({ store, users, whole })
  const add = (id: string) => test.run('addContent', '/', { as: 'max', input: { '@type': 'Document', id, title: id } })
  await add('target')
  await add('page')
  await storeOldForm(whole, { [rootPath]: { catalog_form: 2 }, '/page': { blocks } })
  const pageAt = async () => {
    const { lineage } = await store.read(reader => reader.open('/page'))
    const node = lineage.at(-1)
    const version = await store.read(reader => reader.version(node?.uid ?? '', 0))
    return { node, version: version?.node }
  }
  const { lineage } = await store.read(reader => reader.open('/target'))
  return { ...test, uid: lineage.at(-1)?.uid ?? '', pageAt }
}

describe('content of an earlier version (docs/content-and-access.md, Blocks and values, rule 9)', () => {
  it('gets links by UID, in objects and versions, without a new revision', async () => {
    const { site, uid, pageAt } = await oldSite({
      a: { '@type': 'image', url: '/target', image_scales: { image: [] } },
      b: { url: `${testBase}/target#x` },
      c: { url: 'https://old.example/target' },
      d: { url: '/missing' },
    })
    const before = await pageAt()
    await site.initialize({ title: 'Site', creator: 'max', bases: [testBase] })
    const { node, version } = await pageAt()
    const converted = {
      a: { '@type': 'image', url: `resolveuid/${uid}` },
      b: { url: `resolveuid/${uid}#x` },
      c: { url: 'https://old.example/target' },
      d: { url: '/missing' },
    }
    expect(node).toEqual({ ...before.node, fields: { ...before.node?.fields, blocks: converted } })
    expect(version?.fields.blocks).toEqual(converted)
    expect(await site.needsInitializing()).toBe(false)
  })

  it('is converted in every version of an object', async () => {
    const { content: store, users, whole } = memoryStore()
    const { site, run } = await createTestSite({ store, users, whole })
    await run('addContent', '/', { as: 'max', input: { '@type': 'Document', id: 'page', title: 'Page' } })
    for (let i = 0; i < 45; i++)
      await run('editContent', '/page', { as: 'max', input: { body: { title: `Page ${i}` }, representation: false } })
    await storeOldForm(whole, { [rootPath]: { catalog_form: 2 }, '/page': { blocks: { b: { url: '/page' } } } })
    await site.initialize({ title: 'Site', creator: 'max' })
    const versions = await store.read(async reader => {
      const uid = (await reader.open('/page')).lineage.at(-1)?.uid ?? ''
      return Promise.all((await reader.versions(uid)).map(({ number }) => reader.version(uid, number)))
    })
    expect(versions.length).toBeGreaterThan(40)
    for (const version of versions) expect(JSON.stringify(version?.node.fields.blocks)).toContain('resolveuid/')
  })

  it('has the default pages that an import preserved without effect', async () => {
    const { content: store, users, whole } = memoryStore()
    const { site, run } = await createTestSite({ store, users, whole })
    // Objects are converted in the order of their creation. The page `x` is created before the container `/a` to which
    // it is moved, so it is converted before its container.
    for (const [id, at] of [
      ['x', '/'],
      ['a', '/'],
      ['b', '/'],
    ] as const)
      await run('addContent', at, { as: 'max', input: { '@type': 'Document', id, title: id } })
    await run('relocateObjects', '/a', { as: 'max', input: { source: '/x' } })
    const { UID } = (await run('getContent', '/a/x', { as: 'max', input: defaultInput })).content
    const preserved = { default_page: { default_page: 'x', default_page_uuid: UID } }
    await storeOldForm(whole, {
      [rootPath]: { catalog_form: 2 },
      '/a': { kept_from_plone: preserved },
      '/b': { kept_from_plone: { ...preserved, allow_discussion: true } },
      '/a/x': {},
    })
    await site.initialize({ title: 'Site', creator: 'max' })
    const fieldsAt = async (path: string) => (await store.read(reader => reader.open(path))).lineage.at(-1)?.fields
    expect(await fieldsAt('/a')).toMatchObject({ default_page: UID })
    expect(await fieldsAt('/a')).not.toHaveProperty('kept_from_plone')
    expect(await fieldsAt('/b')).toMatchObject({ kept_from_plone: { allow_discussion: true } })
    expect((await run('getContent', '/a', { as: 'max', input: defaultInput })).content.default_page).toBe('x')
    const where = [{ kind: 'any', index: 'is_default_page', values: [true] } as const]
    const { items } = await store.read(reader => reader.search({ principals: 'system', where }))
    expect(items.map(({ path }) => path)).toEqual(['/a/x'])
  })

  it('is found by the words and the references of its blocks', async () => {
    const { site, run } = await oldSite({ a: { heading: 'Lighthouse' }, b: { url: '/target' } })
    await site.initialize({ title: 'Site', creator: 'max' })
    const listing = { batch: { start: 0, size: 10 }, metadata: [], fullObjects: false }
    const input = { ...listing, parameters: { SearchableText: 'lighthouse' } }
    const hits = await run('searchContent', '/', { as: 'max', input })
    expect(JSON.stringify(hits.items)).toContain(`${testBase}/page`)
    const relations = await run('listRelations', '/', { as: 'max', input: { onlyBroken: false, target: '/target' } })
    expect(JSON.stringify(relations)).toContain(`${testBase}/page`)
  })

  it('is unchanged once it has the current form', async () => {
    const { site, pageAt } = await oldSite({ a: { url: '/target' } })
    await site.initialize({ title: 'Site', creator: 'max' })
    const before = await pageAt()
    expect(await site.initialize({ title: 'Site', creator: 'max' })).toBe(false)
    expect(await pageAt()).toEqual(before)
  })
})
