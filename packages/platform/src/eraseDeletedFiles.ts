import { setTimeout as delay } from 'node:timers/promises'
import type { Site } from '@plenum/core'

export interface Erasing {
  /** Ends it when aborted. */
  readonly signal: AbortSignal
  /** Milliseconds between two looks at whether there is something to erase; 2,000 by default. */
  readonly pause?: number
}

/**
 * Erases the bytes of deleted files in small steps, with pauses for writers as long as the steps, until `signal` is
 * aborted; resolves then, and the store may be closed. Several processes may do so on one database at the same time.
 * Does not keep the process alive. Errors are left to the writers, who meet the same problem.
 */
export async function eraseDeletedFiles(
  site: Pick<Site, 'eraseFiles'>,
  { signal, pause = 2_000 }: Erasing,
): Promise<void> {
  while (!signal.aborted) {
    const begun = performance.now()
    const isMore = await site.eraseFiles().catch(() => false)
    await delay(isMore ? performance.now() - begun : pause, null, { signal, ref: false }).catch(() => {})
  }
}
