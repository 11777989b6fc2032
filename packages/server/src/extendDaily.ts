import { setTimeout as delay } from 'node:timers/promises'
import type { Site } from '@plenum/core'
import type { Logger } from 'pino'

const day = 86_400_000

/**
 * Indexes occurrences of recurring events immediately and then every day, until `signal` is aborted. A failed attempt
 * is repeated the next day. This is sufficient, because new occurrences are due only once a month.
 */
export async function extendDaily(
  site: Pick<Site, 'extendRecurringEvents'>,
  { signal, log }: { readonly signal: AbortSignal; readonly log: Pick<Logger, 'error'> },
): Promise<void> {
  while (!signal.aborted) {
    await site.extendRecurringEvents(signal).catch((err: unknown) => log.error({ err }, 'recurring events'))
    await delay(day, null, { signal, ref: false }).catch(() => {})
  }
}
