import { addPublished, createTestSite, type TestUser, testBase } from '@plenum/testkit'
import type { JsonValue } from '../../foundation/json.js'

async function siteWithPages() {
  const site = await createTestSite()
  for (const [container, id] of [
    ['/', 'a'],
    ['/a', 'b'],
    ['/a/b', 'c'],
    ['/', 'target'],
  ] as const)
    await addPublished(site, container, { '@type': 'Document', id, title: `Title ${id}` })
  const { run } = site
  const move = (source: JsonValue, at: { as?: TestUser; into?: string } = {}) =>
    run('relocateObjects', at.into ?? '/target', { as: at.as ?? 'max', input: { source } })
  const targets = async (...request: Parameters<typeof move>) =>
    (await move(...request)).map(({ target }) => String(target).slice(testBase.length))
  const input = { batch: { start: 0, size: 25 }, metadata: [], fullObjects: false, withItems: true }
  const get = async (path: string) => (await run('getContent', path, { as: 'max', input })).content
  const childrenOf = async (path: string) => {
    const { listing } = await run('getContent', path, { as: 'max', input })
    return listing?.items.map(({ '@id': id }) => String(id).slice(testBase.length))
  }
  return { ...site, move, targets, get, childrenOf }
}

describe('relocations (docs/content-and-access.md, Copy and move)', () => {
  it('include all descendants unchanged, and leave the old address', async () => {
    const { targets, get, childrenOf, run } = await siteWithPages()
    const before = await get('/a/b/c')
    expect(await targets('/a')).toEqual(['/target/a'])
    const { UID, review_state, modified, created } = before
    expect(await get('/target/a/b/c')).toMatchObject({ UID, review_state, modified, created })
    expect([await childrenOf('/'), await childrenOf('/target')]).toEqual([['/target'], ['/target/a']])
    await expect(get('/a/b/c')).rejects.toMatchObject({ code: 'moved', details: { movedTo: '/target/a/b/c' } })
    const hits = await run('searchContent', '/target', {
      as: 'max',
      input: {
        parameters: { SearchableText: 'title' },
        batch: { start: 0, size: 25 },
        metadata: [],
        fullObjects: false,
      },
    })
    expect(hits.total).toBe(4)
  })

  it('get a number if the name is used', async () => {
    const { targets, run } = await siteWithPages()
    await run('addContent', '/target', { as: 'max', input: { '@type': 'Document', id: 'a', title: 'Other' } })
    expect(await targets('/a')).toEqual(['/target/copy_of_a'])
  })

  it('within a container put an object last', async () => {
    const { targets, childrenOf } = await siteWithPages()
    expect(await targets(['/a'], { into: '/' })).toEqual(['/a'])
    expect(await childrenOf('/')).toEqual(['/target', '/a'])
  })

  it('of an object and its descendant are one relocation', async () => {
    const { targets } = await siteWithPages()
    expect(await targets(['/a/b', '/a', '/a'])).toEqual(['/target/a'])
  })

  it('into the object itself are rejected', async () => {
    const { move } = await siteWithPages()
    for (const into of ['/a', '/a/b']) await expect(move('/a', { into })).rejects.toMatchObject({ code: 'forbidden' })
    await expect(move('/')).rejects.toMatchObject({ code: 'forbidden' })
  })

  it('require the permission to delete the object, and no lock of another user', async () => {
    const { move, run, targets } = await siteWithPages()
    await expect(move('/a', { as: 'con' })).rejects.toMatchObject({ code: 'denied' })
    await run('lockContent', '/a', { as: 'edi', input: {} })
    await expect(move(['/a'])).rejects.toMatchObject({ code: 'locked' })
    await run('lockContent', '/a/b', { as: 'max', input: {} })
    expect(await targets('/a/b')).toEqual(['/target/b'])
  })

  it('are applied as a whole or not at all', async () => {
    const { move, run, childrenOf } = await siteWithPages()
    await run('addContent', '/', { as: 'max', input: { '@type': 'SponsorsDB', id: 'sponsors', title: 'Sponsors' } })
    await run('addContent', '/sponsors', { as: 'max', input: { '@type': 'SponsorLevel', id: 'gold', title: 'Gold' } })
    await expect(move(['/a', '/sponsors/gold'])).rejects.toMatchObject({ code: 'forbidden' })
    expect(await childrenOf('/target')).toEqual([])
  })

  it('may include a sponsors database within its event', async () => {
    const { targets, run } = await siteWithPages()
    await run('addContent', '/', { as: 'max', input: { '@type': 'SponsorsDB', id: 'sponsors', title: 'Sponsors' } })
    expect(await targets('/sponsors')).toEqual(['/target/sponsors'])
  })

  it('give access to callers with roles at the target', async () => {
    const { move, run } = await siteWithPages()
    await run('transitionContent', '/a', {
      as: 'max',
      input: { transition: 'retract', body: { include_children: true } },
    })
    await run('editSharing', '/target', {
      as: 'max',
      input: { entries: [{ id: 'mia', type: 'user', roles: { Reader: true } }] },
    })
    const search = () =>
      run('searchContent', '/', {
        as: 'mia',
        input: { parameters: { getId: 'c' }, batch: { start: 0, size: 25 }, metadata: [], fullObjects: false },
      })
    expect((await search()).total).toBe(0)
    await move('/a')
    expect((await search()).total).toBe(1)
  })
})
