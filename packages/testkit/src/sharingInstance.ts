import type { Counters } from '@plenum/core/answers'
import {
  createMemoizer,
  defaultMemoizeSettings,
  type Memoizer,
  type MemoizeSettings,
  type SharedStore,
  type Sharing,
} from '@plenum/memoize'

import { eventually } from './eventually.js'

type Settings = MemoizeSettings & { readonly url: string }

/** Connects to the shared store that the settings specify. */
export type Share = (settings: Settings) => Sharing

/**
 * A memoizer with a real store, as in an application process. By default, its circuit breaker opens after the first
 * failure.
 */
export interface SharingInstance {
  readonly memoizer: Memoizer
  readonly store: SharedStore
  /** The lines of the log, in English. */
  readonly log: readonly string[]
  /** The number of requests to the store, by method. */
  readonly requests: Readonly<Record<'get' | 'set' | 'invalidate' | 'describe' | 'ping', number>>
  /** Advances the clock of the breaker and of the in-memory cache. Requests and PINGs still take real time. */
  skip(milliseconds: number): void
  /** Returns the nonzero counters of a function, without sending a request to the server. */
  counts(name?: string): Promise<Partial<Counters>>
  /**
   * Returns the state of the breaker and the number of seconds until the next attempt, without sending a request to the
   * server.
   */
  breaker(): Promise<{ readonly open: boolean; readonly seconds_until_retry: number } | null>
  recovered(): Promise<void>
  close(): Promise<void>
}

const notSent = { kind: 'unavailable', reason: 'the test does not ask', latency: 0 } as const

/** Creates instances of one application, with a different key prefix for each test. `close` closes all instances. */
export function sharingInstances(share: Share) {
  const running: SharingInstance[] = []
  let prefix = 0
  return {
    start: (settings: Partial<Settings> & Pick<Settings, 'url'>): SharingInstance => {
      const instance = startInstance(share, { prefix: `test${prefix}`, ...settings })
      running.push(instance)
      return instance
    },
    close: async (): Promise<void> => {
      prefix++
      await Promise.all(running.splice(0).map(instance => instance.close()))
    },
  }
}

function startInstance(share: Share, overrides: Partial<Settings> & Pick<Settings, 'url'>): SharingInstance {
  const settings = { ...defaultMemoizeSettings, ...overrides }
  const log: string[] = []
  let [skipped, isSending] = [0, true]
  const shared = share(settings)
  const requests = { get: 0, set: 0, invalidate: 0, describe: 0, ping: 0 }
  const counted = <A extends readonly unknown[], R>(name: keyof typeof requests, call: (...args: A) => R) => {
    return (...args: A): R => {
      requests[name]++
      return call(...args)
    }
  }
  const store: SharedStore = {
    ...shared.store,
    get: counted('get', shared.store.get),
    set: counted('set', shared.store.set),
    invalidate: counted('invalidate', shared.store.invalidate),
    describe: async () => (isSending ? counted('describe', shared.store.describe)() : notSent),
    ping: counted('ping', shared.store.ping),
  }
  const memoizer = createMemoizer({
    settings,
    clock: () => performance.now() + skipped,
    shared: { threshold: 1, ...shared, store },
    onLog: (level, line) => log.push(`${level}: ${line}`),
  })
  const status = async () => {
    isSending = false
    const answer = memoizer.status()
    isSending = true
    return answer
  }
  return {
    memoizer,
    store: shared.store,
    log,
    requests,
    skip: milliseconds => {
      skipped += milliseconds
    },
    counts: async (name = 'work') => {
      const { functions } = await status()
      return Object.fromEntries(Object.entries(functions[name]?.counters ?? {}).filter(([, count]) => count !== 0))
    },
    breaker: async () => (await status()).breaker,
    recovered: () => eventually('the breaker is closed', async () => !(await status()).breaker?.open),
    close: async () => {
      await memoizer.settled()
      await shared.store.close()
    },
  }
}
