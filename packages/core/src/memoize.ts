/** `@plenum/core/memoize`: caches the results of functions in memory and in a store that several processes share. */
export type { RamLimits } from './memoize/calls/lruCache.js'
export { dontCache, type Memoized, type MemoizeOptions } from './memoize/calls/memoizedFunction.js'
export type { SharedOptions } from './memoize/memoizer/connectStore.js'
export type { MemoizeLog } from './memoize/memoizer/memoizeLog.js'
export { createMemoizer, type Invalidation, type Memoizer, type MemoizerOptions } from './memoize/memoizer/memoizer.js'
export {
  memoizeVariables,
  type ReadMemoizeSettings,
  readMemoizeSettings,
  type VariableProblem,
} from './memoize/settings/readSettings.js'
export { defaultMemoizeSettings, type MemoizeSettings } from './memoize/settings/settings.js'
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
} from './memoize/store/sharedStore.js'
export type { ValueCodec } from './memoize/values/valueCodec.js'
export { type MemorySharedStoreOptions, memorySharedStore } from './memory/memorySharedStore.js'
