import type { Output } from './compose.js'
import type { Config } from './config.js'
import { logLines } from './logLines.js'
import { serve } from './serve.js'
import { stopSignal } from './stopSignals.js'
import { greeting } from './terminal/greeting.js'
import { openLog } from './terminal/openLog.js'

export interface Surroundings {
  readonly output: Output
  onListening(): void
}

export async function runUntilSignal(config: Config, { output, onListening }: Surroundings): Promise<void> {
  const lines = logLines(process.stdout.fd)
  const log = await openLog(lines, { level: config.logLevel, base: null })
  let isNew = false
  const onNewSite = (): void => {
    isNew = true
  }
  const server = await serve(config, { log, output, onNewSite })
  if (process.stdout.isTTY) for (const line of greeting(config, { url: server.url, isNew })) output.say(line)
  else log.info({ url: server.url, dataDir: config.dataDir }, 'listening')
  onListening()
  log.info({ signal: await stopSignal() }, 'stopping')
  await server.stop().catch(error => log.error({ err: error }, 'stopping'))
  await lines.flush()
}
