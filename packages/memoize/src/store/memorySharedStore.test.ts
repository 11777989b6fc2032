import { manualTime, sharedStoreSuite } from '@plenum/testkit'
import { memorySharedStore } from './memorySharedStore.js'

sharedStoreSuite({ describe, it }, 'shared values in memory', async () => {
  const time = manualTime()
  const store = memorySharedStore({ clock: time.clock, maxSize: 1000 })
  return { store, other: store, largest: 1000, elapse: time.advance, close: () => store.close() }
})
