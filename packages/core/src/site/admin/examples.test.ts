import { createTestSite } from '@plenum/testkit'
import { asOwner } from '../asOwner.js'

async function siteWithExamples() {
  const { site, run } = await createTestSite()
  const add = async (container: string, id: string) =>
    (await run('addContent', container, { as: 'max', input: { '@type': 'Document', id, title: id } })).path
  const edit = (body: object) => run('editContent', '/', { as: 'max', input: { body, representation: false } as never })
  await edit({ title: 'Long Light', description: 'Three days' })
  await add(await add('/', 'tour'), 'lamp')
  await asOwner(site, 'markExamples', { fields: ['description'] })
  const input = () => ({ batch: { start: 0, size: 9 }, metadata: [], fullObjects: false, withItems: true })
  const root = async () => (await asOwner(site, 'getContent', input())).content
  const paths = async () => {
    const parameters = { portal_type: 'Document', sort_on: 'path' }
    const search = { batch: { start: 0, size: 9 }, metadata: [], fullObjects: false, parameters }
    return (await asOwner(site, 'searchContent', search)).items.map(item => item['@id'])
  }
  const remove = () => asOwner(site, 'removeExamples', { title: 'Site' })
  return { add, edit, root, paths, remove, count: () => asOwner(site, 'countExamples') }
}

describe('examples of a new site (docs/operate.md, The demonstration)', () => {
  it('are deleted together with the text of the front page, and do not exist a second time', async () => {
    const { count, paths, remove, root } = await siteWithExamples()
    expect(await count()).toBe(2)
    expect(await remove()).toEqual({ removed: 2, retained: [], isRootEmptied: true })
    expect(await root()).toMatchObject({ title: 'Site', description: '' })
    expect(await paths()).toEqual([])
    expect(await count()).toBe(0)
    expect(await remove()).toEqual({ removed: 0, retained: [], isRootEmptied: false })
  })

  it('do not include content of others and its containers, which remain', async () => {
    const { add, paths, remove } = await siteWithExamples()
    await add('/tour', 'mine')
    await add('/', 'other')
    expect(await remove()).toMatchObject({ removed: 1, retained: [{ path: '/tour', title: 'tour' }] })
    expect(await paths()).toEqual(['/other', '/tour', '/tour/mine'])
  })

  it('do not include a front page with another title', async () => {
    const { edit, paths, remove, root } = await siteWithExamples()
    await edit({ title: 'Our days' })
    expect(await remove()).toMatchObject({ removed: 2, isRootEmptied: false })
    expect(await root()).toMatchObject({ title: 'Our days', description: 'Three days' })
    expect(await paths()).toEqual([])
  })

  it('are hidden from clients', async () => {
    const { root } = await siteWithExamples()
    expect(await root()).not.toHaveProperty('examples')
  })
})
