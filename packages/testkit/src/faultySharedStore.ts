import type { SharedStore, StoreFault, StoreRead } from '@plenum/core/memoize'

export type StoreFaultKind =
  /** Every request ends at once: nobody there. */
  | 'down'
  /** No request ends, until the fault is over: then all do, as of a server that was stopped. */
  | 'hung'
  /** As `down`, but with rejections, which the port forbids. */
  | 'rejecting'
  /** What is read can be read and removed, nothing can be written. */
  | 'full'
  /** Every request is answered by a refusal, as by a full server that has to make a token. */
  | 'refusing'
  /** No request leaves the process. */
  | 'crowded'
  /** Whatever is there cannot be decoded. */
  | 'poisoned'
  /** Bytes come back, but not those that were written. */
  | 'garbled'

export interface FaultyStore {
  readonly store: SharedStore
  /** From now on; null for none. */
  fault: StoreFaultKind | null
  /** What a store that is down says. */
  reason: string
  /** Requests that reached the store, by method. */
  readonly requests: Readonly<Record<'get' | 'set' | 'invalidate' | 'describe', number>>
  /** Lets what hangs end, after the fault was changed. */
  release(): void
}

/** A store whose faults a test decides, in front of one that has none. */
export function faultySharedStore(inner: SharedStore): FaultyStore {
  const waiting: (() => void)[] = []
  const requests = { get: 0, set: 0, invalidate: 0, describe: 0 }

  async function pass<T>(method: keyof typeof requests, work: () => Promise<T>): Promise<T | StoreFault> {
    requests[method]++
    if (faulty.fault === 'hung') await new Promise<void>(resolve => waiting.push(resolve))
    const { fault, reason } = faulty
    if (fault === 'rejecting') throw new Error(reason)
    if (fault === 'refusing') return { kind: 'failed', reason }
    if (fault === 'crowded') return { kind: 'not-asked', reason }
    return fault === 'down' ? { kind: 'unavailable', reason } : work()
  }

  const store: SharedStore = {
    get: address => pass('get', async () => spoilt(await inner.get(address), faulty.fault)),
    set: (address, value) =>
      pass('set', async () =>
        faulty.fault === 'full' ? { kind: 'failed', reason: 'OOM' } : inner.set(address, value),
      ),
    invalidate: name => pass('invalidate', () => inner.invalidate(name)),
    describe: async () => {
      const found = await pass('describe', () => inner.describe())
      return 'latency' in found ? found : { kind: 'unavailable', reason: found.reason, latency: 1 }
    },
    close: () => inner.close(),
  }
  const reason = 'connect ECONNREFUSED redis://u:swordfish@cache:6379'
  const release = () => {
    for (const go of waiting.splice(0)) go()
  }
  const faulty: FaultyStore = { store, fault: null, reason, requests, release }
  return faulty
}

function spoilt(read: StoreRead, fault: StoreFaultKind | null): StoreRead {
  if (!('token' in read)) return read
  if (fault === 'poisoned') return { kind: 'undecodable', token: read.token }
  return fault === 'garbled' ? { kind: 'hit', payload: Uint8Array.of(1, 2, 3), token: read.token } : read
}
