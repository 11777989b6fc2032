import cluster, { type Worker } from 'node:cluster'
import { minuteCounts } from '@plenum/core'
import type { Logger } from 'pino'
import { countFor } from './countTogether.js'
import { onMessage, type ToPrimary, type ToWorker } from './messages.js'

export type Workers = NonNullable<Awaited<ReturnType<typeof superviseWorkers>>>

/**
 * The time after which a worker is considered to have started successfully, in milliseconds. If the worker terminates
 * later, it is replaced immediately.
 */
const stableAfter = 10_000
/**
 * The first and the maximum delay before a worker that has failed to start is replaced, in milliseconds. The delay
 * increases exponentially.
 */
const pauses = { first: 100, max: 10_000 }

/**
 * Starts workers. The first worker starts alone, prepares the data and listens, so that the other workers find a site
 * with the current schema. Resolves to null if the first worker exits before it listens. In this case, the worker has
 * already logged the reason.
 */
export async function superviseWorkers(count: number, log: Logger) {
  const running = new Set<Worker>()
  const leading = appointLeader()
  const timers = new Set<NodeJS.Timeout>()
  const counts = minuteCounts(() => performance.now())
  let ended = 0
  let isStopping = false
  const begin = (failures = 0): Worker => {
    const worker = cluster.fork()
    const startedAt = performance.now()
    running.add(worker)
    closeLostConnections(worker)
    countFor(worker, counts)
    leading.add(worker)
    // Errors are ignored, because the `exit` event reports the end of a worker, and messages to a terminated worker are
    // obsolete.
    worker.on('error', () => {})
    void urlOf(worker).then(url => url && log.info({ worker: worker.id, pid: worker.process.pid }, 'worker listening'))
    worker.once('exit', (code, signal) => {
      running.delete(worker)
      if (isStopping) return
      ended += 1
      const failed = performance.now() - startedAt > stableAfter ? 0 : failures + 1
      const pause = failed === 0 ? 0 : Math.min(pauses.first * 2 ** (failed - 1), pauses.max)
      log.warn({ worker: worker.id, pid: worker.process.pid, code, signal, pause }, 'worker ended')
      const timer = setTimeout(() => {
        timers.delete(timer)
        begin(failed)
      }, pause)
      timers.add(timer)
    })
    return worker
  }
  /** Stops all workers, and kills those that are still running after `graceMs` milliseconds. */
  const stop = async (graceMs: number): Promise<void> => {
    isStopping = true
    for (const timer of timers) clearTimeout(timer)
    const ending = [...running]
    drainWhenClosed(ending)
    await Promise.all(ending.map(worker => end(worker, graceMs)))
  }
  const url = await urlOf(begin())
  if (url === null) {
    await stop(0)
    return null
  }
  for (let i = 1; i < count; i++) begin()
  return {
    url,
    running: (): readonly Worker[] => [...running],
    ended: () => ended,
    stop,
  }
}

function appointLeader() {
  const listening = new Set<Worker>()
  let leader: Worker | undefined
  const appoint = (): void => {
    if (leader) return
    leader = [...listening][0]
    const message: ToWorker = { plenum: 'lead' }
    leader?.send(message, () => {})
  }
  const add = (worker: Worker): void => {
    onMessage<ToPrimary, 'listening'>(worker, 'listening', () => {
      listening.add(worker)
      appoint()
    })
    worker.once('exit', () => {
      listening.delete(worker)
      if (leader === worker) leader = undefined
      appoint()
    })
  }
  return { add }
}

const urlOf = (worker: Worker): Promise<string | null> =>
  new Promise(resolve => {
    const silence = onMessage<ToPrimary, 'listening'>(worker, 'listening', ({ url }) => {
      silence()
      resolve(url)
    })
    worker.once('exit', () => resolve(null))
  })

/** Makes the workers drain their connections when all of them have stopped listening or have exited. */
function drainWhenClosed(workers: readonly Worker[]): void {
  const listening = new Set(workers)
  const remove = (worker: Worker): void => {
    if (!listening.delete(worker) || listening.size > 0) return
    const message: ToWorker = { plenum: 'drain' }
    for (const target of workers) target.send(message, () => {})
  }
  for (const worker of workers) {
    onMessage<ToPrimary, 'closed'>(worker, 'closed', () => remove(worker))
    worker.once('exit', () => remove(worker))
  }
}

async function end(worker: Worker, graceMs: number): Promise<void> {
  if (worker.isDead()) return
  const exited = new Promise<void>(resolve => worker.once('exit', () => resolve()))
  const message: ToWorker = { plenum: 'stop' }
  // Errors are ignored, because they only mean that the worker is terminating and accepts no messages.
  const sendStop = () => void worker.send(message, () => {})
  sendStop()
  // The message is repeated, because a worker that is still starting may have missed it.
  onMessage<ToPrimary, 'listening'>(worker, 'listening', sendStop)
  const timer = setTimeout(() => worker.process.kill('SIGKILL'), graceMs)
  await exited.finally(() => clearTimeout(timer))
}

interface Handover {
  readonly act?: unknown
  readonly seq?: unknown
  readonly ack?: unknown
}

interface Closable {
  close(): void
}

/**
 * Closes the connections that were sent to a worker but not accepted before the worker terminated. Node would keep
 * them open forever, so that clients would wait for a response that never arrives. Node has no event for such
 * connections, so this function observes `newconn` messages and their acknowledgements.
 */
function closeLostConnections({ process: child }: Worker): void {
  const pending = new Map<unknown, Closable>()
  const send = child.send
  const sendAndRecord = (message: Handover, handle?: unknown, ...others: never[]): boolean => {
    if (message.act === 'newconn') pending.set(message.seq, handle as Closable)
    return send.call(child, message as never, handle as never, ...others)
  }
  child.send = sendAndRecord as typeof send
  child.on('internalMessage', ({ ack }: Handover) => void pending.delete(ack))
  child.once('exit', () => {
    for (const connection of pending.values()) connection.close()
  })
}
