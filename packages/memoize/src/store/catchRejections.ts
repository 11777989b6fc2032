import type { CompleteStore, SharedStore, Unavailable } from './sharedStore.js'

/**
 * The result of a request whose promise the store rejected. The reason omits the error message, because the message may
 * contain secrets.
 */
const broken: Unavailable = { kind: 'unavailable', reason: 'the store rejected a request, which no store may' }

/**
 * Returns a store whose methods resolve to `unavailable` whenever the given store rejects, so that a faulty store does
 * not affect the callers of memoized functions. The store itself must still meet its deadlines.
 */
export const catchRejections = (store: SharedStore, clock: () => number): CompleteStore => ({
  get: (address, options) => answer(() => store.get(address, options)),
  set: (...request) => answer(() => store.set(...request)),
  invalidate: name => answer(() => store.invalidate(name)),
  describe: async () => {
    const start = clock()
    const outcome = await answer(() => store.describe())
    return 'latency' in outcome ? outcome : { ...outcome, latency: clock() - start }
  },
  ping: delay => answer(() => store.ping(delay)),
  close: () => store.close(),
  // If a store cannot invalidate single calls, the function is invalidated instead. If it cannot invalidate tags, all
  // values are invalidated.
  invalidateCall: (address, lifetime) =>
    answer(() => store.invalidateCall?.(address, lifetime) ?? store.invalidate(address.name)),
  invalidateTag: tag => answer(() => store.invalidateTag?.(tag) ?? store.invalidate(null)),
  lease: store.lease && ((...request) => answer(async () => store.lease?.(...request) ?? broken)),
  release: async (...request) => store.release?.(...request).catch(() => {}),
  listen: (...listeners) => store.listen?.(...listeners),
})

async function answer<T>(send: () => Promise<T>): Promise<T | Unavailable> {
  try {
    return await send()
  } catch {
    return broken
  }
}
