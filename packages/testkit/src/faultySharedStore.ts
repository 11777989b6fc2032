import type { SharedStore, StoreFault, StoreRead } from '@plenum/core/memoize'
import type { ManualTime } from './manualTime.js'

export type StoreFaultKind =
  /** Every request ends at once: nobody there. */
  | 'down'
  /** No request is answered before the fault is over, as of a server that was stopped; each ends with its deadline. */
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

export interface FaultyStoreOptions {
  /** What deadlines go by. */
  readonly time: ManualTime
  /** Milliseconds of a request. */
  readonly timeout: number
}

/** A store whose faults a test decides, in front of one that has none. */
export function faultySharedStore(inner: SharedStore, { time, timeout }: FaultyStoreOptions): FaultyStore {
  const waiting: (() => void)[] = []
  const requests = { get: 0, set: 0, invalidate: 0, describe: 0 }
  const deadlines = {
    get: timeout,
    set: timeout,
    invalidate: Math.max(timeout, 10_000),
    describe: Math.max(timeout, 1000),
  }

  async function pass<T>(method: keyof typeof requests, work: () => Promise<T>): Promise<T | StoreFault> {
    requests[method]++
    if (faulty.fault !== 'hung') return answer(work)
    const answered = new Promise<void>(resolve => waiting.push(resolve)).then(() => answer(work))
    return before(deadlines[method], answered)
  }

  /** What comes late changes the server, and nobody hears of it. */
  function before<T>(milliseconds: number, answered: Promise<T>): Promise<T | StoreFault> {
    return new Promise((resolve, reject) => {
      const reason = `no answer within ${milliseconds} ms`
      const stop = time.timer(milliseconds, () => resolve({ kind: 'unavailable', reason }))
      answered.finally(stop).then(resolve, reject)
    })
  }

  async function answer<T>(work: () => Promise<T>): Promise<T | StoreFault> {
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
      const start = time.clock()
      const found = await pass('describe', () => inner.describe())
      return 'latency' in found ? found : { kind: 'unavailable', reason: found.reason, latency: time.clock() - start }
    },
    close: () => inner.close(),
  }
  const reason = 'connect ECONNREFUSED redis://u:***@cache:6379'
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
