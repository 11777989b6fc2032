import { destination, pino } from 'pino'
import type { Output } from './compose.js'
import type { Config } from './config.js'
import { serve } from './serve.js'

interface Surroundings {
  readonly output: Output
  onListening(): void
}

/** Runs the service until the process gets SIGTERM, SIGINT or SIGHUP. */
export async function runUntilSignal(config: Config, { output, onListening }: Surroundings): Promise<void> {
  const lines = inBackground()
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

/** Bytes of lines that are written together. */
const together = 8192
/** Milliseconds after which a line is written, however few there are. */
const patience = 250

/** Lines of the log are gathered and written beside the requests; whatever ends the process in an orderly way writes the rest. */
function inBackground(): ReturnType<typeof destination> {
  const lines = destination({ sync: false, minLength: together, periodicFlush: patience })
  process.once('exit', () => lines.flushSync())
  return lines
}
