import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Piscina } from 'piscina'

const load = createRequire(import.meta.url)
/** Loads Piscina for the first task, because many applications never run a task. */
const library = (): typeof import('piscina') => load('piscina')

const idleMilliseconds = 5000
/**
 * Whether the priority of threads can be lowered. Only Linux supports a separate priority for each thread. On other
 * systems, the priority of the entire process would change.
 */
const canYield = process.platform === 'linux'

/** The limits of a thread. By default, tasks have no time limit, and threads have the default memory limit of Node. */
export interface ThreadLimits {
  /** The maximum duration of a task in milliseconds, including the start of its thread. */
  readonly milliseconds?: number
  /** The maximum size of the JavaScript heap of a thread in MiB. */
  readonly heapMiB?: number
}

export interface Threads<Input, Output> {
  /**
   * Runs a task in a thread. If the task exceeds a limit, the thread is ended and the promise is rejected. The buffers
   * in `transferList` are transferred to the thread, so the caller can no longer use them.
   */
  run(input: Input, options?: { readonly transferList: ArrayBuffer[] }): Promise<Output>
  /** Ends the threads, and rejects queued tasks. */
  destroy(): Promise<void>
}

/**
 * Opens a pool of threads that run the `answer` function of a program. The threads have a lower priority than the main
 * thread, which serves requests. They start when tasks are queued, and end when they are idle. `program` must be a
 * built file, even in tests that run from sources, such as `new URL('../../dist/html/htmlWorker.js', import.meta.url)`.
 */
export function openThreads<Input, Output>(
  program: URL,
  maxThreads: number,
  { milliseconds, heapMiB }: ThreadLimits = {},
): Threads<Input, Output> {
  let pool: Piscina<Input, Output> | undefined
  return {
    run: async (input, options) => {
      pool ??= openPool(program, maxThreads, heapMiB)
      const limit = milliseconds === undefined ? {} : { signal: AbortSignal.timeout(milliseconds) }
      return pool.run(input, { ...options, ...limit })
    },
    destroy: async () => pool?.destroy(),
  }
}

function openPool<Input, Output>(program: URL, maxThreads: number, heapMiB?: number): Piscina<Input, Output> {
  const { Piscina } = library()
  return new Piscina({
    filename: fileURLToPath(program),
    name: 'answer',
    minThreads: 0,
    maxThreads,
    idleTimeout: idleMilliseconds,
    niceIncrement: canYield ? 10 : 0,
    recordTiming: false,
    ...(heapMiB === undefined ? {} : { resourceLimits: { maxOldGenerationSizeMb: heapMiB } }),
  })
}
