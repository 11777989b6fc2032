import type { Address, SharedStore } from '@plenum/core'

export type StoreFaultKind =
  /** Every request ends at once: nobody there. */
  | 'down'
  /** No request ends, until the fault is over: then all do, as of a server that was stopped. */
  | 'hung'
  /** As `down`, but with rejections, which the port forbids. */
  | 'rejecting'
  /** What is read can be read and removed, nothing can be written. */
  | 'full'
  /** Whatever is there can not be decoded. */
  | 'poisoned'
  /** Bytes come back, but not those that were written. */
  | 'garbled'

export interface FaultyStore {
  readonly store: SharedStore
  /** From now on; null for none. */
  fault: StoreFaultKind | null
  /** What a store that is down says. */
  because: string
  /** Requests that reached the store, by method. */
  readonly requests: Readonly<Record<'get' | 'set' | 'invalidate' | 'describe', number>>
  readonly addresses: readonly Address[]
  /** Lets what hangs end, after the fault was changed. */
  release(): void
}

/** A store whose faults a test decides, in front of one that has none. */
export function faultySharedStore(inner: SharedStore): FaultyStore {
  const requests = { get: 0, set: 0, invalidate: 0, describe: 0 }
  const addresses: Address[] = []
  const waiting: (() => void)[] = []

  async function pass<T>(
    work: () => Promise<T>,
  ): Promise<T | { readonly kind: 'unavailable'; readonly because: string }> {
    if (faulty.fault === 'hung') await new Promise<void>(resolve => waiting.push(resolve))
    if (faulty.fault === 'rejecting') throw new Error(faulty.because)
    return faulty.fault === 'down' ? { kind: 'unavailable', because: faulty.because } : work()
  }

  const store: SharedStore = {
    get: address => {
      requests.get++
      addresses.push(address)
      return pass(async () => {
        const read = await inner.get(address)
        if (faulty.fault === 'poisoned' && 'token' in read) return { kind: 'undecodable', token: read.token }
        if (faulty.fault === 'garbled' && 'token' in read)
          return { kind: 'hit', payload: Uint8Array.of(1, 2, 3), token: read.token }
        return read
      })
    },
    set: (address, value) => {
      requests.set++
      return pass(async () =>
        faulty.fault === 'full' ? { kind: 'failed', because: 'OOM' } : inner.set(address, value),
      )
    },
    invalidate: name => {
      requests.invalidate++
      return pass(() => inner.invalidate(name))
    },
    describe: async () => {
      requests.describe++
      const found = await pass(() => inner.describe())
      return 'latency' in found ? found : { ...found, latency: 1 }
    },
    close: () => inner.close(),
  }
  const faulty: FaultyStore = {
    store,
    fault: null,
    because: 'connect ECONNREFUSED redis://u:swordfish@cache:6379',
    requests,
    addresses,
    release: () => {
      for (const go of waiting.splice(0)) go()
    },
  }
  return faulty
}
