import { createMemoizer, defaultMemoizeSettings, type Memoizer, type SharedStore } from '@plenum/memoize'
import { shareThroughRedis } from '../../src/shareThroughRedis.js'

export interface SharingMemoizer {
  readonly memoizer: Memoizer
  readonly store: SharedStore
  /** Advances the clock of the breaker. */
  skip(milliseconds: number): void
}

export interface SharingOptions {
  readonly url: string
  readonly prefix?: string
  /** The timeout of a request in seconds. */
  readonly timeout: number
  readonly threshold?: number
}

export function memoizerAt({ threshold = 1, ...options }: SharingOptions): SharingMemoizer {
  const settings = { ...defaultMemoizeSettings, ...options }
  const shared = { ...shareThroughRedis(settings), threshold }
  let skipped = 0
  const memoizer = createMemoizer({
    settings,
    shared,
    clock: () => performance.now() + skipped,
  })
  return {
    memoizer,
    store: shared.store,
    skip: milliseconds => {
      skipped += milliseconds
    },
  }
}

export function say(what: unknown): void {
  process.stdout.write(`${JSON.stringify(what)}\n`)
}
