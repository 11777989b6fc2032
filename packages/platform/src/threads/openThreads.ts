import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Piscina } from 'piscina'

const load = createRequire(import.meta.url)
/** Loaded with the first question: many programs that embed a site never ask one. */
const library = (): typeof import('piscina') => load('piscina')

const idleMilliseconds = 5000
/** Only Linux has a priority for each thread; elsewhere it would be that of the process. */
const canYield = process.platform === 'linux'

export interface Threads<Question, Answer> {
  /** Asks a thread. What is in `transferList` can no longer be used by the caller. */
  run(question: Question, options?: { readonly transferList: ArrayBuffer[] }): Promise<Answer>
  /** Ends all threads; questions that wait fail. */
  destroy(): Promise<void>
}

/**
 * A pool of threads that run the function `answer` of a program, with a lower priority than this thread, which serves
 * requests. Threads start with the first question and end when they are idle. `program` must be a built file, also in
 * tests that run from the sources: `new URL('../../dist/html/htmlWorker.js', import.meta.url)`.
 */
export function openThreads<Question, Answer>(program: URL, maxThreads: number): Threads<Question, Answer> {
  let pool: Piscina<Question, Answer> | undefined
  return {
    run: async (question, options) => {
      pool ??= openPool(program, maxThreads)
      return pool.run(question, options)
    },
    destroy: async () => pool?.destroy(),
  }
}

function openPool<Question, Answer>(program: URL, maxThreads: number): Piscina<Question, Answer> {
  const { Piscina } = library()
  return new Piscina({
    filename: fileURLToPath(program),
    name: 'answer',
    minThreads: 0,
    maxThreads,
    idleTimeout: idleMilliseconds,
    niceIncrement: canYield ? 10 : 0,
    recordTiming: false,
  })
}
