import { pino } from 'pino'
import type { Output } from './compose.js'
import type { Config } from './config.js'
import { logLines } from './logLines.js'
import { serve } from './serve.js'
import { stopSignal } from './stopSignals.js'

interface Surroundings {
  readonly output: Output
  onListening(): void
}

/** Runs the service in this process until it gets SIGTERM, SIGINT or SIGHUP. */
export async function runUntilSignal(config: Config, { output, onListening }: Surroundings): Promise<void> {
  const lines = logLines(process.stdout.fd)
  const log = pino({ level: config.logLevel, base: null }, lines)
  const server = await serve(config, { log, output })
  log.info({ url: server.url, dataDir: config.dataDir }, 'listening')
  onListening()
  log.info({ signal: await stopSignal() }, 'stopping')
  await server.stop().catch(error => log.error({ err: error }, 'stopping'))
  await lines.flush()
}
