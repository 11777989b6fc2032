import { fileURLToPath } from 'node:url'
import { Piscina } from 'piscina'

const idleMilliseconds = 5000
/** Elsewhere a priority is that of the process. */
const canYield = process.platform === 'linux'

/**
 * Threads that run the function `answer` of a program, while requests are served in this thread, which has the higher
 * priority. They begin with the first question, and end when nobody asks any more. A thread runs what was built, also
 * where tests run from the sources: `new URL('../../dist/html/htmlWorker.js', import.meta.url)`.
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
