/** `@plenum/memoize`: caches the results of functions in memory and in a store that several processes share. */
export { createLruCache, type LruCache, type RamLimits } from './calls/lruCache.js'
export { dontCache, type Memoized, type MemoizeOptions } from './calls/memoizedFunction.js'
export type { SharedOptions } from './memoizer/connectStore.js'
export type { MemoizeLog } from './memoizer/memoizeLog.js'
export { createMemoizer, type Invalidation, type Memoizer, type MemoizerOptions } from './memoizer/memoizer.js'
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
  ServerDescription,
  SharedStore,
  StoredValue,
  StoreFault,
  StoreInvalidation,
  StorePing,
  StoreRead,
  StoreWrite,
  Unavailable,
} from './store/sharedStore.js'
export type { ValueCodec } from './values/valueCodec.js'
