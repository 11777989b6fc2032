import { Worker } from 'node:worker_threads'

/** Answers questions in another thread, one after the other, while requests are served in this one. */
export interface Thread<Question, Answer> {
  /** What is handed over is gone here, and not copied. */
  ask(question: Question, handedOver?: readonly ArrayBuffer[]): Promise<Answer>
  close(): Promise<void>
}

/** To the thread. */
export interface Asked<Question> {
  readonly id: number
  readonly question: Question
}

/** From the thread. */
export interface Answered<Answer> {
  readonly id: number
  readonly answer: Answer
}

interface Waiting<Answer> {
  resolve(answer: Answer): void
  reject(error: unknown): void
}

/** A thread runs what was built, also where tests run from the sources. */
const built = new URL('../../dist/', import.meta.url)

/**
 * A program of this package, such as `html/htmlWorker.js`. The thread begins with the first question; one that has died
 * makes way for another.
 */
export function openThread<Question, Answer>(program: string): Thread<Question, Answer> {
  const waiting = new Map<number, Waiting<Answer>>()
  let last = 0
  let worker: Worker | null = null
  const start = (): Worker => {
    const started = new Worker(new URL(program, built))
    const end = (error: unknown): void => {
      if (worker !== started) return
      worker = null
      for (const { reject } of waiting.values()) reject(error)
      waiting.clear()
    }
    started.on('message', ({ id, answer }: Answered<Answer>) => {
      waiting.get(id)?.resolve(answer)
      waiting.delete(id)
    })
    started.on('error', end)
    started.on('exit', code => end(new Error(`The thread of ${program} ended (${code}).`)))
    // Whoever waits for an answer keeps the process alive; the thread by itself does not.
    started.unref()
    return started
  }
  return {
    ask: (question, handedOver = []) =>
      new Promise((resolve, reject) => {
        worker ??= start()
        last += 1
        waiting.set(last, { resolve, reject })
        const asked: Asked<Question> = { id: last, question }
        worker.postMessage(asked, handedOver)
      }),
    close: async () => {
      await worker?.terminate()
    },
  }
}
