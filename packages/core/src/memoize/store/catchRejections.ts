import type { SharedStore, Unavailable } from './sharedStore.js'

/** What the error says is left out: it may tell a secret of the store. */
const broken: Unavailable = { kind: 'unavailable', reason: 'the store rejected a request, which no store may' }

/**
 * The store, whose mistakes reach no caller of a memoized function: a rejection, which the port forbids, is taken for a
 * server that does not answer. Deadlines are the store's own.
 */
export function catchRejections(store: SharedStore, clock: () => number): SharedStore {
  return {
    get: address => answer(() => store.get(address)),
    set: (address, value) => answer(() => store.set(address, value)),
    invalidate: name => answer(() => store.invalidate(name)),
    describe: async () => {
      const start = clock()
      const outcome = await answer(() => store.describe())
      return 'latency' in outcome ? outcome : { ...outcome, latency: clock() - start }
    },
    ping: delay => answer(() => store.ping(delay)),
    close: () => store.close(),
  }
}

async function answer<T>(ask: () => Promise<T>): Promise<T | Unavailable> {
  try {
    return await ask()
  } catch {
    return broken
  }
}
