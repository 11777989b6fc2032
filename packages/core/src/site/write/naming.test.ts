import { addPublished, createTestSite, testBase } from '@plenum/testkit'
import type { JsonObject } from '../../foundation/json.js'

const ids = ['favicon.ico', 'healthz', 'readyz', 'robots.txt', 'sitemap.xml']

async function siteWithTwins() {
  const site = await createTestSite()
  await addPublished(site, '/', { '@type': 'Document', id: 'c', title: 'Container' })
  for (const id of ids) await addPublished(site, '/c', { '@type': 'Document', id, title: id })
  const at = (path: string, input: JsonObject) => site.run('addContent', path, { as: 'max', input })
  const targets = async (name: 'copyObjects' | 'relocateObjects', source: readonly string[]) =>
    (await site.run(name, '/', { as: 'max', input: { source } })).map(({ target }) =>
      String(target).slice(testBase.length),
    )
  return { ...site, at, targets }
}

const sources = ids.map(id => `/c/${id}`)
const copies = ids.map(id => `/copy_of_${id}`)

describe('reserved ids of the site root (docs/content-and-access.md, Ids, rule 7)', () => {
  it('are rejected there, and accepted elsewhere', async () => {
    const { at } = await siteWithTwins()
    for (const id of ids)
      await expect(at('/', { '@type': 'Document', id, title: 'T' })).rejects.toMatchObject({ code: 'bad-request' })
  })

  it('get a number if a title or a new name leads to them', async () => {
    const { at, run } = await siteWithTwins()
    for (const title of ['healthz', 'Robots.TXT']) await at('/', { '@type': 'Document', title })
    await run('editContent', '/c', { as: 'max', input: { body: { id: 'readyz' }, representation: false } })
    const find = async (path: string) => run('findContent', path, { as: 'max', input: undefined })
    for (const path of ['/healthz-1', '/robots-1.txt', '/readyz-1']) await find(path)
  })

  it('are not used for copies and relocated objects there', async () => {
    const { targets } = await siteWithTwins()
    expect(await targets('copyObjects', sources)).toEqual(copies)
    await expect(targets('relocateObjects', sources)).resolves.toEqual(
      ids.map(id => `/${id}`).map(path => path.replace('/', '/copy2_of_')),
    )
  })
})
