import { createTestSite, testBase } from '@plenum/testkit'
import type { JsonObject } from '../../foundation/json.js'

async function siteWithBlocks() {
  const site = await createTestSite()
  const add = (container: string, id: string, blocks: JsonObject) =>
    site.run('addContent', container, { as: 'max', input: { '@type': 'Document', id, title: `Title ${id}`, blocks } })
  await add('/', 'a', { 1: { '@type': 'title' }, 2: { '@type': 'slate' }, 3: { '@type': 'slate' } })
  await add('/a', 'b', {
    1: { '@type': 'gridBlock', blocks: { x: { '@type': 'slate' } } },
    2: { '@type': 'columns', data: { blocks: { y: { '@type': 'teaser' } } } },
  })
  return site
}

describe('types of blocks (docs/site-settings.md, System, rule 4)', () => {
  it('are counted in all objects, with nested blocks', async () => {
    const { run } = await siteWithBlocks()
    const counts = await run('countBlockTypes', '/', { as: 'max', input: undefined })
    expect(counts).toMatchObject({ slate: 3, title: expect.any(Number), gridBlock: 1, columns: 1, teaser: 1 })
  })

  it('are listed with the objects that use them, below a path on request', async () => {
    const { run } = await siteWithBlocks()
    const usesBelow = (path: string) => run('listBlockTypeUses', '/', { as: 'max', input: { type: 'slate', path } })
    const b = { '@id': `${testBase}/a/b`, title: 'Title b', count: 1 }
    expect(await usesBelow('/')).toEqual([{ '@id': `${testBase}/a`, title: 'Title a', count: 2 }, b])
    expect(await usesBelow('/a/b')).toEqual([b])
    expect(await usesBelow('/none')).toEqual([])
  })

  it('are shown to Managers only', async () => {
    const { run } = await siteWithBlocks()
    await expect(run('countBlockTypes', '/', { as: 'edi', input: undefined })).rejects.toMatchObject({
      code: 'unauthorized',
    })
  })
})
