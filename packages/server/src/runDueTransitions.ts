import { setTimeout as delay } from 'node:timers/promises'
import type { Site } from '@plenum/core'
import type { Logger } from 'pino'

/** The number of milliseconds between two searches for due transitions. */
const pause = 5_000

interface DueRunning {
  readonly signal: AbortSignal
  readonly log: Pick<Logger, 'error'>
  /** Resolves when this process should begin to run due transitions. If omitted, the process begins immediately. */
  readonly leads?: Promise<void> | undefined
}

/**
 * Runs planned and timed transitions when they are due, until `signal` is aborted. The function does not keep the
 * process alive. A transition that fails, for example because the database is unavailable, is attempted again later.
 */
export async function runDueTransitions(site: Pick<Site, 'runDue'>, { signal, log, leads }: DueRunning): Promise<void> {
  const onError = (err: unknown, path: string): void => log.error({ err, path }, 'timed transition')
  await Promise.race([leads, aborted(signal)])
  while (!signal.aborted) {
    const { hasMore } = await site.runDue({ signal, onError }).catch((err: unknown) => {
      log.error({ err }, 'timed transitions')
      return { hasMore: false }
    })
    if (!hasMore) await delay(pause, null, { signal, ref: false }).catch(() => {})
  }
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
