import { pino } from 'pino'
import type { Output } from './compose.js'
import type { Config } from './config.js'
import { logLines } from './logLines.js'
import { serve } from './serve.js'

interface Surroundings {
  readonly output: Output
  onListening(): void
}

/** Runs the service until the process gets SIGTERM, SIGINT or SIGHUP. */
export async function runUntilSignal(config: Config, { output, onListening }: Surroundings): Promise<void> {
  const lines = logLines(process.stdout.fd)
  const log = pino({ level: config.logLevel, base: null }, lines)
  const server = await serve(config, { log, output })
  log.info({ url: server.url, dataDir: config.dataDir }, 'listening')
  onListening()
  await new Promise<void>(resolve => {
    const stop = (signal: NodeJS.Signals): void => {
      log.info({ signal }, 'stopping')
      server.stop().then(resolve, resolve)
    }
    for (const signal of stopSignals) process.once(signal, stop)
  })
  lines.flushSync()
}

const stopSignals: readonly NodeJS.Signals[] = ['SIGTERM', 'SIGINT', 'SIGHUP']
