import { createTestSite } from '@plenum/testkit'
import { memoryStore } from '../../memory/memoryStore.js'

it('a reader may inherit its methods, as an instance of a class does', async () => {
  const { content } = memoryStore()
  const { run } = await createTestSite({
    store: { ...content, read: task => content.read(reader => task(Object.create(reader))) },
  })
  await run('addContent', '/', { as: 'max', input: { '@type': 'Document', id: 'page', title: 'Compost' } })
  expect(await run('getHistory', '/page', { as: 'max', input: { start: 0, size: null } })).not.toHaveLength(0)
})
