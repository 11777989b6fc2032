import { fileURLToPath } from 'node:url'
import { Piscina } from 'piscina'

/** A thread runs what was built, also where tests run from the sources. */
const built = new URL('../../dist/', import.meta.url)
const idleMilliseconds = 5000
/** Elsewhere a priority is that of the process. */
const canYield = process.platform === 'linux'

/**
 * Threads that run the function `answer` of a program of this package, such as `html/htmlWorker.js`, while requests are
 * served in this thread, which has the higher priority. They begin with the first question, and end when nobody asks any more.
 */
export function openThreads<Question, Answer>(program: string, maxThreads: number): Piscina<Question, Answer> {
  return new Piscina({
    filename: fileURLToPath(new URL(program, built)),
    name: 'answer',
    minThreads: 0,
    maxThreads,
    idleTimeout: idleMilliseconds,
    niceIncrement: canYield ? 10 : 0,
    recordTiming: false,
  })
}
