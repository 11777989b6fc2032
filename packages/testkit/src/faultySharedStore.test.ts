import { memorySharedStore } from '@plenum/memoize'
import { faultySharedStore } from './faultySharedStore.js'
import { manualTime } from './manualTime.js'
import { remoteStoreSuite } from './remoteStoreSuite.js'

remoteStoreSuite({ describe, it }, 'a store in memory with a network that fails', async () => {
  const [time, timeout] = [manualTime(), 250]
  const open = () => faultySharedStore(memorySharedStore({ clock: time.clock, maxSize: 1000 }), { time, timeout })
  const faulty = open()
  return {
    store: faulty.store,
    timeout,
    hang: () => {
      faulty.fault = 'hung'
    },
    goOn: () => {
      faulty.fault = null
      faulty.release()
    },
    elapse: time.advance,
    openRefused: async () => {
      const failing = Object.assign(open(), { fault: 'down' as const })
      return { store: failing.store, password: 'swordfish' }
    },
    close: () => faulty.store.close(),
  }
})
