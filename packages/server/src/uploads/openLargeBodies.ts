import { Worker } from 'node:worker_threads'
import type { LargeBody, LargeBodyLimits } from '@plenum/express-adapter'
import type { LargeBodyAnswer, LargeBodyQuestion } from './largeBodyMessages.js'

/** Parses large bodies in another thread, one after the other, while requests are served in this one. */
export interface LargeBodies {
  /** Takes the bytes over: they are gone here. */
  parse(bytes: Uint8Array, limits: LargeBodyLimits): Promise<LargeBody>
  close(): Promise<void>
}

/** From the sources, as tests run, and from what was built: a thread runs what was built. */
const address = new URL('../../dist/uploads/largeBodyWorker.js', import.meta.url)

interface Waiting {
  resolve(read: LargeBody): void
  reject(error: unknown): void
}

/** The thread begins with the first large body; one that has died makes way for another. */
export function openLargeBodies(): LargeBodies {
  const waiting = new Map<number, Waiting>()
  let last = 0
  let worker: Worker | null = null
  const start = (): Worker => {
    const started = new Worker(address)
    const end = (error: unknown): void => {
      if (worker !== started) return
      worker = null
      for (const { reject } of waiting.values()) reject(error)
      waiting.clear()
    }
    started.on('message', ({ id, read }: LargeBodyAnswer) => {
      waiting.get(id)?.resolve(read)
      waiting.delete(id)
    })
    started.on('error', end)
    started.on('exit', code => end(new Error(`The thread for large bodies ended (${code}).`)))
    // Whoever waits for a body keeps the process alive; the thread by itself does not.
    started.unref()
    return started
  }
  return {
    parse: (bytes, limits) =>
      new Promise((resolve, reject) => {
        worker ??= start()
        last += 1
        waiting.set(last, { resolve, reject })
        const own = bytes.byteLength === bytes.buffer.byteLength ? bytes : Uint8Array.from(bytes)
        const question: LargeBodyQuestion = { id: last, bytes: own, limits }
        worker.postMessage(question, [own.buffer as ArrayBuffer])
      }),
    close: async () => {
      await worker?.terminate()
    },
  }
}
