import { message } from '../foundation/messages.js'
import { boundedStore } from './boundedStore.js'
import type { Call } from './cachedFunction.js'
import type { StartTimer } from './deadline.js'
import type { LiveCalls } from './liveCalls.js'
import type { MemoizeLog } from './memoizeLog.js'
import { createRamCache, type RamLimits } from './ramCache.js'
import { scrubberFor } from './scrub.js'
import type { MemoizeSettings } from './settings.js'
import { answerShared, type Copies, dropCopies } from './sharedCalls.js'
import type { SharedStore, StoreInvalidation } from './sharedStore.js'
import { breakerStatus, type MemoizeStatus, serverCheck } from './status.js'
import { guardStore } from './storeGuard.js'
import type { ValueCodec } from './valueCodec.js'

/** The store that instances share, and what it takes to use it. */
export interface SharedOptions {
  readonly store: SharedStore
  readonly codec: ValueCodec
  readonly timer: StartTimer
  /** Failures in a row after which the store is left alone; 1 by default. */
  readonly threshold?: number
}

export interface ConnectOptions {
  readonly shared: SharedOptions
  readonly settings: MemoizeSettings
  readonly clock: () => number
  readonly ram: RamLimits
  readonly live: LiveCalls
  readonly log: MemoizeLog
}

/** All that needs the shared store. */
export interface ConnectedStore {
  answer(call: Call): Promise<unknown>
  invalidate(name: string | null): Promise<StoreInvalidation>
  /** Drops copies in RAM of the values of a function, or of all. */
  drop(name: string | null): void
  status(): Promise<Pick<MemoizeStatus, 'breaker' | 'server'>>
  /** Ends when nothing is being written or repeated. */
  settled(): Promise<void>
}

export function connectStore({ shared, settings, clock, ram, live, log }: ConnectOptions): ConnectedStore {
  const copies: Copies = { standIns: createRamCache(ram, clock), untaken: createRamCache(ram, clock) }
  const running = new Set<Promise<void>>()
  const store = boundedStore(shared.store, {
    timeout: settings.timeout * 1000,
    timer: shared.timer,
    clock,
    scrub: scrubberFor(settings.url),
  })
  const guard = guardStore({
    store,
    clock,
    threshold: shared.threshold ?? 1,
    retryAfter: settings.retryAfter * 1000,
    onUsable: name => copies.standIns.drop(name),
    onChange: change =>
      change.kind === 'back'
        ? log('info', message('memoize.back'))
        : log('warn', message('memoize.given-up', { seconds: settings.retryAfter, reason: change.because })),
  })
  const sharing = {
    guard,
    codec: shared.codec,
    copies,
    live,
    retryAfter: settings.retryAfter * 1000,
    onRefused: (name: string, reason: string) => log('warn', message('memoize.refused', { name, reason })),
    background: (work: Promise<void>) => {
      running.add(work)
      work.finally(() => running.delete(work))
    },
  }
  const checkServer = serverCheck(store.describe)
  return {
    answer: call => answerShared(sharing, call),
    invalidate: async name => {
      const outcome = await guard.invalidate(name)
      if (outcome.kind !== 'removed')
        log('warn', message('memoize.not-invalidated', { name: name ?? '*', reason: outcome.because }))
      return outcome
    },
    drop: name => dropCopies(copies, name),
    status: async () => {
      const server = await checkServer()
      return { breaker: breakerStatus(guard.breaker, clock()), server }
    },
    settled: async () => {
      while (running.size > 0) await Promise.all(running)
      await guard.settled()
    },
  }
}
