import { setTimeout as delay } from 'node:timers/promises'
import type { Site } from '@plenum/core'

export interface LoopOptions {
  readonly signal: AbortSignal
  /** The interval between two checks for work, in milliseconds. Defaults to 1,000. */
  readonly pause?: number
}

/**
 * Delivers committed changes to the subscribers of a site (`changeSubscribers`) until `signal` is aborted. A slow
 * subscriber does not delay other subscribers. Resolves when the current calls have ended, but at most 5 seconds after
 * the abort. Several processes can deliver the changes in the same database, but each subscriber is called in only one
 * process at a time. Does not keep the process alive. Database errors are ignored, because other requests encounter and
 * report the same problem.
 */
export async function deliverChanges(
  site: Pick<Site, 'changeSubscribers' | 'deliverChanges'>,
  { signal, pause = 1_000 }: LoopOptions,
): Promise<void> {
  const loops = site.changeSubscribers.map(name => repeat(() => site.deliverChanges(name), { signal, pause }))
  await Promise.race([Promise.all(loops), stopped(signal, 5_000)])
}

/**
 * Deletes expired changes in small steps until `signal` is aborted. By default, checks for expired changes once per
 * minute. Apart from that, the function works like `eraseDeletedFiles`.
 */
export const trimChanges = (site: Pick<Site, 'trimChanges'>, { signal, pause = 60_000 }: LoopOptions): Promise<void> =>
  repeat(() => site.trimChanges(), { signal, pause })

/**
 * Repeats `step` until `signal` is aborted. Pauses for `pause` milliseconds if no work remains, and otherwise for as
 * long as the last step took.
 */
async function repeat(step: () => Promise<boolean>, { signal, pause }: Required<LoopOptions>): Promise<void> {
  while (!signal.aborted) {
    const startedAt = performance.now()
    const isMore = await step().catch(() => false)
    await delay(isMore ? performance.now() - startedAt : pause, null, { signal, ref: false }).catch(() => {})
  }
}

async function stopped(signal: AbortSignal, milliseconds: number): Promise<void> {
  await new Promise<void>(resolve => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
  await delay(milliseconds, null, { ref: false })
}
