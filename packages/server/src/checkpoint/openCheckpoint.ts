import type { Checkpoint } from '@plenum/sql-store'
import { openThreads } from '@plenum/world'

/** Moves the log of a database into it in another thread, with a connection of its own. */
export function openCheckpoint(file: string): Checkpoint {
  const threads = openThreads<string, void>(new URL('../../dist/checkpoint/checkpointWorker.js', import.meta.url), 1)
  return { run: () => threads.run(file), close: () => threads.destroy() }
}
