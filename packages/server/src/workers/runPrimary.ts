import type { Logger } from 'pino'
import type { Config } from '../config.js'
import { logLines } from '../logLines.js'
import type { Surroundings } from '../runUntilSignal.js'
import { stopSignal } from '../stopSignals.js'
import { greeting } from '../terminal/greeting.js'
import { openLog } from '../terminal/openLog.js'
import { superviseWorkers, type Workers } from './superviseWorkers.js'

/** The additional time, in milliseconds, after the grace period before workers that are still running are killed. */
const beyondGrace = 5000

/**
 * Runs the service in several processes until this process receives SIGTERM, SIGINT or SIGHUP (docs/operate.md, Several
 * processes). This process only opens the port and distributes connections to the workers.
 */
export async function runPrimary(config: Config, { output, onListening }: Surroundings): Promise<void> {
  const lines = logLines(process.stdout.fd)
  const log = await openLog(lines, { level: config.logLevel, base: null })
  const workers = await superviseWorkers(config.workers, log)
  if (!workers) {
    process.exitCode = 1
    return
  }
  let endMetrics: (() => Promise<void>) | undefined
  try {
    if (config.metricsPort !== null) endMetrics = await serveSums(config, workers, log)
    const { url } = workers
    if (process.stdout.isTTY) for (const line of greeting(config, { url, isNew: false })) output.say(line)
    else log.info({ url, dataDir: config.dataDir, workers: config.workers }, 'listening')
    onListening()
    log.info({ signal: await stopSignal() }, 'stopping')
  } finally {
    await workers.stop(1000 * (config.stopDelay + config.stopGrace) + beyondGrace)
    await endMetrics?.()
    await lines.flush()
  }
}

async function serveSums(config: Config, workers: Workers, log: Logger): Promise<() => Promise<void>> {
  const { sumOfWorkers } = await import('./sumOfWorkers.js')
  const { serveMetrics } = await import('../metrics/metricsServer.js')
  const { drainConnections, stopListening } = await import('@plenum/express-adapter')
  const server = await serveMetrics(sumOfWorkers(workers), config, log)
  return async () => {
    await stopListening(server)
    await drainConnections(server, AbortSignal.timeout(1000))
  }
}
