import { pino } from 'pino'
import type { Output } from './compose.js'
import type { Config } from './config.js'
import { serve } from './serve.js'

interface Surroundings {
  readonly output: Output
  onListening(): void
}

/** Runs the service until the process gets SIGTERM or SIGINT. */
export async function runUntilSignal(config: Config, { output, onListening }: Surroundings): Promise<void> {
  const log = pino({ level: config.logLevel, base: null })
  const server = await serve(config, { log, output })
  log.info({ url: server.url, dataDir: config.dataDir }, 'listening')
  onListening()
  await new Promise<void>(resolve => {
    const stop = (signal: NodeJS.Signals): void => {
      log.info({ signal }, 'stopping')
      server.stop().then(resolve, resolve)
    }
    process.once('SIGTERM', stop).once('SIGINT', stop)
  })
}
