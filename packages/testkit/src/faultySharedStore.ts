import type { SharedStore, StoreFault, StoreRead } from '@plenum/memoize'
import type { ManualTime } from './manualTime.js'

export type StoreFaultKind =
  /** Every request fails immediately, as if no server were running. */
  | 'down'
  /**
   * The server does not respond until the fault has ended, like a paused process. Each request ends at its deadline.
   */
  | 'hung'
  /** Like `down`, but requests reject, which violates the contract of a shared store. */
  | 'rejecting'
  /** Values can be read and removed, but not written. */
  | 'full'
  /** The server refuses every request, as a full server does if it must write a token first. */
  | 'refusing'
  /** Requests are not sent, because too many requests are pending. */
  | 'crowded'
  /** The store reports stored values as undecodable. */
  | 'poisoned'
  /** Reads return bytes that differ from the stored bytes. */
  | 'garbled'

export interface FaultyStore {
  readonly store: SharedStore
  fault: StoreFaultKind | null
  /** The reason that the store reports for failures. */
  reason: string
  /** The number of requests to the store, by method. */
  readonly requests: Readonly<Record<'get' | 'set' | 'invalidate' | 'describe' | 'ping', number>>
  /** Continues pending requests after the fault has changed. */
  release(): void
}

export interface FaultyStoreOptions {
  readonly time: ManualTime
  readonly timeout: number
}

/** Wraps a store and simulates the fault that the test has selected. */
export function faultySharedStore(inner: SharedStore, { time, timeout }: FaultyStoreOptions): FaultyStore {
  const waiting: (() => void)[] = []
  const requests = { get: 0, set: 0, invalidate: 0, describe: 0, ping: 0 }
  const deadlines = {
    get: timeout,
    set: timeout,
    invalidate: Math.max(timeout, 10_000),
    describe: Math.max(timeout, 1000),
    ping: 1000,
  }

  async function pass<T>(method: keyof typeof requests, task: () => Promise<T>): Promise<T | StoreFault> {
    requests[method]++
    if (faulty.fault !== 'hung') return answer(task)
    const answered = new Promise<void>(resolve => waiting.push(resolve)).then(() => answer(task))
    return before(deadlines[method], answered)
  }

  /** Resolves to a fault if the response does not arrive in time, although the server still processes the request. */
  function before<T>(milliseconds: number, answered: Promise<T>): Promise<T | StoreFault> {
    return new Promise((resolve, reject) => {
      const reason = `no answer within ${milliseconds} ms`
      const stop = time.timer(milliseconds, () => resolve({ kind: 'unavailable', reason }))
      answered.finally(stop).then(resolve, reject)
    })
  }

  async function answer<T>(task: () => Promise<T>): Promise<T | StoreFault> {
    const { fault, reason } = faulty
    if (fault === 'rejecting') throw new Error(reason)
    if (fault === 'refusing') return { kind: 'failed', reason }
    if (fault === 'crowded') return { kind: 'not-asked', reason }
    return fault === 'down' ? { kind: 'unavailable', reason, isRefused: true } : task()
  }

  const store: SharedStore = {
    get: (address, options) => pass('get', async () => spoilt(await inner.get(address, options), faulty.fault)),
    set: (address, value) =>
      pass('set', async () =>
        faulty.fault === 'full' ? { kind: 'failed', reason: 'OOM' } : inner.set(address, value),
      ),
    invalidate: name => pass('invalidate', () => inner.invalidate(name)),
    describe: async () => {
      const start = time.clock()
      const description = await pass('describe', () => inner.describe())
      return 'latency' in description
        ? description
        : { kind: 'unavailable', reason: description.reason, latency: time.clock() - start }
    },
    ping: async delay => {
      await new Promise<void>(resolve => time.timer(delay, resolve))
      const outcome = await pass('ping', () => inner.ping(0))
      return 'reason' in outcome ? { kind: 'unavailable', reason: outcome.reason } : outcome
    },
    close: () => inner.close(),
    ...optionalMethods(inner, pass),
  }
  const reason = 'connect ECONNREFUSED redis://u:***@cache:6379'
  const release = () => {
    for (const go of waiting.splice(0)) go()
  }
  const faulty: FaultyStore = { store, fault: null, reason, requests, release }
  return faulty
}

type Pass = <T>(method: keyof FaultyStore['requests'], task: () => Promise<T>) => Promise<T | StoreFault>

/** Returns the optional methods of the store, with the same faults as the required methods. */
function optionalMethods(inner: SharedStore, pass: Pass): Partial<SharedStore> {
  const { invalidateCall, invalidateTag, lease, release, listen } = inner
  return {
    ...(invalidateCall && { invalidateCall: (...args) => pass('invalidate', () => invalidateCall(...args)) }),
    ...(invalidateTag && { invalidateTag: tag => pass('invalidate', () => invalidateTag(tag)) }),
    ...(lease && { lease: (...args) => pass('set', () => lease(...args)) }),
    ...(release && { release: async (...args) => void (await pass('set', () => release(...args))) }),
    ...(listen && { listen }),
  }
}

function spoilt(read: StoreRead, fault: StoreFaultKind | null): StoreRead {
  if (!('token' in read)) return read
  if (fault === 'poisoned') return { kind: 'undecodable', token: read.token }
  return fault === 'garbled' ? { kind: 'hit', payload: Uint8Array.of(1, 2, 3), token: read.token } : read
}
