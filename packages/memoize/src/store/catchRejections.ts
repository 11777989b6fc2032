import type { SharedStore, Unavailable } from './sharedStore.js'

/** Omits the error message, which may contain secrets of the store. */
const broken: Unavailable = { kind: 'unavailable', reason: 'the store rejected a request, which no store may' }

/**
 * Shields callers of memoized functions from faulty stores: rejections, which the port forbids, become `unavailable`.
 * Deadlines remain the store's responsibility.
 */
export const catchRejections = (store: SharedStore, clock: () => number): SharedStore => ({
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
})

async function answer<T>(send: () => Promise<T>): Promise<T | Unavailable> {
  try {
    return await send()
  } catch {
    return broken
  }
}
