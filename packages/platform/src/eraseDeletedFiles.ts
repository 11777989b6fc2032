import { setTimeout as delay } from 'node:timers/promises'
import type { Site } from '@plenum/core'

export interface EraseOptions {
  /** The signal that stops the erasure when it is aborted. */
  readonly signal: AbortSignal
  /** The number of milliseconds between two checks for deleted files. The default is 2,000. */
  readonly pause?: number
}

/**
 * Erases the bytes of deleted files in small steps until `signal` is aborted. After each step, the function pauses for
 * as long as the step took, so that other writes are not starved. Resolves after the abort; the store may then be
 * closed. Several processes may erase files of one database concurrently. The function does not keep the process alive.
 * Errors are ignored, because other writes encounter the same problem and report it.
 */
export async function eraseDeletedFiles(
  site: Pick<Site, 'eraseFiles'>,
  { signal, pause = 2_000 }: EraseOptions,
): Promise<void> {
  while (!signal.aborted) {
    const startedAt = performance.now()
    const isMore = await site.eraseFiles().catch(() => false)
    await delay(isMore ? performance.now() - startedAt : pause, null, { signal, ref: false }).catch(() => {})
  }
}
