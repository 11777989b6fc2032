import { setTimeout as delay } from 'node:timers/promises'
import type { Site } from '@plenum/core'

export interface EraseOptions {
  readonly signal: AbortSignal
  /** The interval between two checks for deleted files, in milliseconds. Defaults to 2,000. */
  readonly pause?: number
}

/**
 * Erases the bytes of deleted files in small steps until `signal` is aborted, and then resolves, so that the store can
 * be closed. Pauses after each step for as long as the step took, so that other writes can run. Several processes can
 * erase files in the same database concurrently. Does not keep the process alive. Errors are ignored, because other
 * writes encounter and report the same problem.
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
