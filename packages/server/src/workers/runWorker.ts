import cluster from 'node:cluster'
import { fstatSync } from 'node:fs'
import type { Config } from '../config.js'
import { logLines } from '../logLines.js'
import type { Metrics } from '../metrics/createMetrics.js'
import type { Surroundings } from '../runUntilSignal.js'
import { serve } from '../serve.js'
import { stopSignals } from '../stopSignals.js'
import { openLog } from '../terminal/openLog.js'
import { onMessage, type ToPrimary, type ToWorker } from './messages.js'

/**
 * The maximum number of characters per write. The system writes up to this number of characters to a pipe atomically,
 * whereas longer writes by several workers could be interleaved.
 */
const inOnePiece = 3000

/**
 * Serves requests as one of several processes until the primary process sends a message to stop. Signals are ignored,
 * because terminals and supervisors send them to all processes, and the primary process handles them.
 */
export async function runWorker(config: Config, { output, onListening }: Surroundings): Promise<void> {
  for (const signal of stopSignals) process.on(signal, () => {})
  const stopRequested = new Promise<void>(resolve => {
    onMessage<ToWorker, 'stop'>(process, 'stop', () => resolve())
  })
  const leads = new Promise<void>(resolve => {
    onMessage<ToWorker, 'lead'>(process, 'lead', () => resolve())
  })
  const id = cluster.worker?.id ?? 0
  const { fd } = process.stdout
  const lines = fstatSync(fd).isFile() ? logLines(fd) : logLines(fd, inOnePiece)
  const log = await openLog(lines, { level: config.logLevel, base: { worker: id } })
  try {
    // Only the first worker checks the data, because all workers use the same data.
    const server = await serve(config, { log, output, worker: { isFirst: id === 1, leads, otherWorkersClosed } })
    if (server.metrics) answerMeasuring(server.metrics)
    send({ plenum: 'listening', url: server.url })
    onListening()
    await stopRequested
    await server.stop()
  } finally {
    await lines.flush()
    cluster.worker?.disconnect()
  }
}

/** The maximum time to wait until busy workers have stopped accepting connections, in milliseconds. */
const drainTimeout = 1000

/**
 * Resolves when no worker accepts connections any longer, or after a timeout. Until then, clients must not be asked to
 * reconnect, because a connection to a worker that is about to stop listening would be lost.
 */
const otherWorkersClosed = (): Promise<void> =>
  new Promise(resolve => {
    const timer = setTimeout(resolve, drainTimeout)
    const silence = onMessage<ToWorker, 'drain'>(process, 'drain', () => {
      silence()
      clearTimeout(timer)
      resolve()
    })
    send({ plenum: 'closed' })
  })

const send = (message: ToPrimary): void => void process.send?.(message)

function answerMeasuring(metrics: Metrics): void {
  onMessage<ToWorker, 'measure'>(process, 'measure', async ({ requestId }) =>
    send({ plenum: 'measured', requestId, figures: await metrics.figures() }),
  )
}
