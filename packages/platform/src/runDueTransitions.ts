import { setTimeout as delay } from 'node:timers/promises'
import type { Site } from '@plenum/core'

/** The interval between two searches for due transitions, in milliseconds. */
const pause = 5_000

interface DueRunning {
  readonly signal: AbortSignal
  /** Called with each error of the store, and with the error and the path of each transition that fails. */
  readonly onError?: (error: unknown, path?: string) => void
  /**
   * Resolves when this process should begin to run due transitions. If this promise is omitted, the process begins
   * immediately.
   */
  readonly leads?: Promise<void> | undefined
}

/**
 * Runs planned and timed transitions when they are due, until `signal` is aborted. Does not keep the process alive. If
 * a transition fails, for example because the database is unavailable, it is attempted again later.
 */
export async function runDueTransitions(
  site: Pick<Site, 'runDue'>,
  { signal, onError = () => {}, leads }: DueRunning,
): Promise<void> {
  await Promise.race([leads, aborted(signal)])
  while (!signal.aborted) {
    const { hasMore } = await site.runDue({ signal, onError }).catch((error: unknown) => {
      onError(error)
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
