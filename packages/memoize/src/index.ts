/** `@plenum/memoize`: caches the results of functions in memory and in a store that several processes share. */

export type { Outcome } from './calls/counters.js'
export type { Invalidation } from './calls/invalidation.js'
export { createLruCache, type LruCache, type RamLimits } from './calls/lruCache.js'
export { dontCache, type Memoized, type MemoizeOptions } from './calls/memoizedFunction.js'
export type { EventChannel, MemoizeEvent } from './calls/memoizeEvents.js'
export { maxComputation } from './calls/storeValues.js'
export { shareThrough } from './memoizer/connectStore.js'
export type { MemoizeLog } from './memoizer/memoizeLog.js'
export { createMemoizer, type Memoizer, type MemoizerOptions } from './memoizer/memoizer.js'
export type { SharedOptions, Sharing } from './memoizer/sharing.js'
export {
  memoizeVariables,
  type ReadMemoizeSettings,
  readMemoizeSettings,
  type VariableProblem,
} from './settings/readSettings.js'
export { defaultMemoizeSettings, type MemoizeSettings } from './settings/settings.js'
export type {
  Counters,
  FunctionStatus,
  InvalidationPayload,
  MemoizeStatus,
  Route,
  ServerStatus,
  SettingsStatus,
} from './status/memoizeStatus.js'
export { type MemorySharedStoreOptions, memorySharedStore } from './store/memorySharedStore.js'
export type {
  Address,
  ReadOptions,
  ServerDescription,
  SharedStore,
  StoredValue,
  StoreFault,
  StoreInvalidation,
  StoreLease,
  StorePing,
  StoreRead,
  StoreWrite,
  Unavailable,
} from './store/sharedStore.js'
export { type CallTarget, functionTarget, type Target } from './store/target.js'
export { formatValue } from './values/shownValue.js'
export type { ValueCodec } from './values/valueCodec.js'
