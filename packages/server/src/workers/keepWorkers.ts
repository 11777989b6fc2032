import cluster, { type Worker } from 'node:cluster'
import { minuteCounts } from '@plenum/core'
import type { Logger } from 'pino'
import { closeLostConnections } from './closeLostConnections.js'
import { countFor } from './countTogether.js'
import { onMessage, type ToPrimary, type ToWorker } from './messages.js'

/** The processes that serve, each of which is replaced when it dies. */
export interface Workers {
  /** Those that run. */
  running(): readonly Worker[]
  /** How many have died since the start. */
  ended(): number
  /** Tells all to stop, and waits until they are gone; kills those that are still there after so many milliseconds. */
  stop(patience: number): Promise<void>
}

/** A worker that lives for so many milliseconds dies for another reason than its start, and is replaced at once. */
const steady = 10_000
/** Milliseconds before a worker is replaced that died at once, for the first time and at most. */
const pauses = { first: 100, most: 10_000 }

/**
 * Starts workers. The first one prepares the data, and listens before the others begin, so that they find a site and the
 * present schema. Null when it ends before that; it has said why.
 */
export async function keepWorkers(count: number, log: Logger): Promise<(Workers & { readonly url: string }) | null> {
  const running = new Set<Worker>()
  const timers = new Set<NodeJS.Timeout>()
  const counts = minuteCounts(() => performance.now())
  let ended = 0
  let isStopping = false
  const begin = (failures = 0): Worker => {
    const worker = cluster.fork()
    const begun = performance.now()
    running.add(worker)
    closeLostConnections(worker)
    countFor(worker, counts)
    // Its end is heard of by `exit`; what could not be sent to it is of no use any more.
    worker.on('error', () => {})
    void urlOf(worker).then(url => url && log.info({ worker: worker.id, pid: worker.process.pid }, 'worker listening'))
    worker.once('exit', (code, signal) => {
      running.delete(worker)
      if (isStopping) return
      ended += 1
      const failed = performance.now() - begun > steady ? 0 : failures + 1
      const pause = failed === 0 ? 0 : Math.min(pauses.first * 2 ** (failed - 1), pauses.most)
      log.warn({ worker: worker.id, pid: worker.process.pid, code, signal, pause }, 'worker ended')
      const timer = setTimeout(() => {
        timers.delete(timer)
        begin(failed)
      }, pause)
      timers.add(timer)
    })
    return worker
  }
  const stop = async (patience: number): Promise<void> => {
    isStopping = true
    for (const timer of timers) clearTimeout(timer)
    const ending = [...running]
    tellWhenClosed(ending)
    await Promise.all(ending.map(worker => end(worker, patience)))
  }
  const url = await urlOf(begin())
  if (url === null) {
    await stop(0)
    return null
  }
  for (let i = 1; i < count; i++) begin()
  return { url, running: () => [...running], ended: () => ended, stop }
}

/** Where a worker listens; null when it ends before that. */
function urlOf(worker: Worker): Promise<string | null> {
  return new Promise(resolve => {
    const silence = onMessage<ToPrimary, 'listening'>(worker, 'listening', ({ url }) => {
      silence()
      resolve(url)
    })
    worker.once('exit', () => resolve(null))
  })
}

/** Tells workers to drain their connections once each of them has stopped listening, or has ended. */
function tellWhenClosed(workers: readonly Worker[]): void {
  const listening = new Set(workers)
  const leave = (worker: Worker): void => {
    if (!listening.delete(worker) || listening.size > 0) return
    const message: ToWorker = { plenum: 'drain' }
    for (const other of workers) other.send(message, () => {})
  }
  for (const worker of workers) {
    onMessage<ToPrimary, 'closed'>(worker, 'closed', () => leave(worker))
    worker.once('exit', () => leave(worker))
  }
}

async function end(worker: Worker, patience: number): Promise<void> {
  if (worker.isDead()) return
  const gone = new Promise<void>(resolve => worker.once('exit', () => resolve()))
  const message: ToWorker = { plenum: 'stop' }
  // One that is just dying takes no messages, which is no fault.
  const tell = () => void worker.send(message, () => {})
  tell()
  // One that is just starting may not have heard it.
  onMessage<ToPrimary, 'listening'>(worker, 'listening', tell)
  const timer = setTimeout(() => worker.process.kill('SIGKILL'), patience)
  await gone.finally(() => clearTimeout(timer))
}
