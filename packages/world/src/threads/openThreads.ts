import { fileURLToPath } from 'node:url'
import { Piscina } from 'piscina'

const idleMilliseconds = 5000
/** Only Linux has a priority for each thread; elsewhere it would be that of the process. */
const canYield = process.platform === 'linux'

/**
 * A pool of threads that run the function `answer` of a program, with a lower priority than this thread, which serves
 * requests. Threads start with the first question and end when they are idle. `program` must be a built file, also in
 * tests that run from the sources: `new URL('../../dist/html/htmlWorker.js', import.meta.url)`.
 */
export function openThreads<Question, Answer>(program: URL, maxThreads: number): Piscina<Question, Answer> {
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
