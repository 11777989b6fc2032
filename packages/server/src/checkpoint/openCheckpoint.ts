import type { Checkpoint } from '@plenum/sql-store'
import { openThreads } from '../threads/openThreads.js'

/** Moves the log of a database into it in another thread, with a connection of its own. */
export function openCheckpoint(file: string): Checkpoint {
  const threads = openThreads<string, void>('checkpoint/checkpointWorker.js', 1)
  return { run: () => threads.run(file), close: () => threads.destroy() }
}
