import { openThreads } from '@plenum/platform'
import type { Checkpoint } from '@plenum/sql-store'

/** Creates a `Checkpoint` that runs in another thread, on a separate database connection. */
export function openCheckpoint(file: string): Checkpoint {
  const threads = openThreads<string, void>(new URL('../../dist/checkpoint/checkpointWorker.js', import.meta.url), 1)
  return { run: () => threads.run(file), close: () => threads.destroy() }
}
