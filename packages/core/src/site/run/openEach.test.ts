import { buildCreations, uidFor } from '@plenum/testkit'
import { createScheduler } from '../../foundation/scheduler.js'
import { memoryContentStore } from '../../memory/memoryContentStore.js'
import { openEach } from './openEach.js'

const task = createScheduler({ now: () => 0, nextSlice: callback => callback() }).begin()

const hit = (path: string) => ({ uid: uidFor(path), path })

describe('opening search hits', () => {
  it('retains their order, reads each container once, and omits deleted ones', async () => {
    const store = memoryContentStore()
    const inside = Array.from({ length: 25 }, (_, i) => `/a/${i}`)
    await store.commit({ creates: buildCreations('/', '/a', '/b', ...inside) })
    await store.read(async reader => {
      const opened: string[] = []
      const open = (path: string) => {
        opened.push(path)
        return reader.open(path)
      }
      const hits = ['/b', ...inside, '/gone', '/'].map(hit)
      const objects = await openEach({ reader: { ...reader, open }, task }, hits)
      expect(objects.map(([{ path }]) => path)).toEqual(['/b', ...inside, '/'])
      for (const [{ path }, lineage] of objects) expect(lineage).toEqual((await reader.open(path)).lineage)
      expect(opened).toEqual(['/', '/a'])
    })
  })
})
