import { setTimeout as delay } from 'node:timers/promises'
import type { Site } from '@plenum/core'

const day = 86_400_000

export interface ExtendOptions {
  readonly signal: AbortSignal
  /** Called with each error of the store. */
  readonly onError?: (error: unknown) => void
}

/**
 * Indexes occurrences of recurring events immediately and then every day, until `signal` is aborted. A failed attempt
 * is repeated the next day. This is sufficient, because new occurrences are due only once a month. Does not keep the
 * process alive.
 */
export async function extendDaily(
  site: Pick<Site, 'extendRecurringEvents'>,
  { signal, onError = () => {} }: ExtendOptions,
): Promise<void> {
  while (!signal.aborted) {
    await site.extendRecurringEvents(signal).catch(onError)
    await delay(day, null, { signal, ref: false }).catch(() => {})
  }
}
