import { createHash } from 'node:crypto'
import { deserialize, serialize } from 'node:v8'
import {
  createMemoizer,
  defaultMemoizeSettings,
  type Memoizer,
  type MemoizerOptions,
  type MemoizeSettings,
  memorySharedStore,
  type RamLimits,
  type SharedStore,
  shareThrough,
  type ValueCodec,
} from '@plenum/memoize'
import { createLeases } from '@plenum/memoize/lease'
import { type FaultyStore, faultySharedStore } from './faultySharedStore.js'
import { type ManualTime, manualTime } from './manualTime.js'

/** A codec that uses only V8's serializer, for tests of core. */
export const serializingCodec: ValueCodec = {
  encode: value => serialize(value),
  decode: bytes => deserialize(bytes),
  prototypes: [Buffer.prototype],
}

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url')

/** A simulated process that shares a store with other simulated processes. */
export interface MemoizeInstance extends FaultyStore {
  readonly memoizer: Memoizer
  /** The lines of the log, in English. */
  readonly log: readonly string[]
}

export interface MemoizeInstances {
  readonly time: ManualTime
  /** The shared store without faults. */
  readonly server: SharedStore
  start(options?: InstanceOptions): MemoizeInstance
}

export interface InstanceOptions {
  readonly settings?: Partial<MemoizeSettings>
  readonly codec?: ValueCodec
  readonly ram?: RamLimits
  readonly threshold?: number
  readonly options?: Pick<MemoizerOptions, 'localFor' | 'staleFor' | 'lease' | 'events'>
}

/**
 * Creates simulated processes that share an in-memory store and a manual clock. Network faults can be set for each
 * process separately.
 */
export function memoizeInstances(settings: Partial<MemoizeSettings> = {}): MemoizeInstances {
  const time = manualTime()
  const defaults = { ...defaultMemoizeSettings, url: 'redis://u:swordfish@cache:6379', ...settings }
  const server = memorySharedStore({ clock: time.clock, maxSize: defaults.maxSize })
  return {
    time,
    server,
    start: ({ settings: own = {}, codec = serializingCodec, ram, threshold = 1, options = {} } = {}) => {
      const log: string[] = []
      const settings = { ...defaults, ...own }
      const faulty = faultySharedStore(server, { time, timeout: settings.timeout * 1000 })
      const memoizer = createMemoizer({
        settings,
        clock: time.clock,
        leases: leasing =>
          createLeases(leasing, milliseconds => new Promise(resolve => time.timer(milliseconds, resolve))),
        ...options,
        shared: shareThrough({
          ...{ store: faulty.store, codec, digest: sha256, threshold, maskedUrl: 'redis://u:***@cache:6379' },
        }),
        ...(ram ? { ram } : {}),
        onLog: (level, line) => log.push(`${level}: ${line}`),
      })
      return Object.assign(faulty, { memoizer, log })
    },
  }
}
