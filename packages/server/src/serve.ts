import type { Server } from 'node:http'
import { type AppOptions, createApp, createServer } from '@plenum/express-adapter'
import type { Logger } from 'pino'
import { compose, type Output } from './compose.js'
import type { Config } from './config.js'
import { StartError } from './database.js'
import { type Catalogs, loadCatalogs } from './languages/loadCatalogs.js'
import { logRequests } from './logRequests.js'
import { createMetrics, createMetricsServer } from './memoize/metrics.js'
import { type OpenedMemoizer, openMemoizer } from './memoize/openMemoizer.js'
import { overlapLines } from './workflows/overlapLines.js'

/** Milliseconds that requests get to end when the server is told to stop. */
const grace = 10_000

export interface RunningServer {
  readonly url: string
  /** Takes no new connections, lets requests end, and closes the data. */
  stop(): Promise<void>
}

interface Surroundings {
  readonly log: Logger
  readonly output: Output
}

export async function serve(config: Config, { log, output }: Surroundings): Promise<RunningServer> {
  const catalogs = catalogsOf(config)
  const memoizing = openMemoizer(config.memoize, log, catalogs)
  const closing: (() => Promise<void>)[] = [memoizing.close]
  const close = async (): Promise<void> => {
    for (const closeOne of closing.splice(0).reverse()) await closeOne()
  }
  try {
    const service = await compose(config, output, memoizing)
    closing.push(service.close)
    for (const line of (await service.site.types()).flatMap(overlapLines)) log.warn(line)
    if (config.metricsPort !== null) closing.push(await serveMetrics(config.metricsPort, { config, log, memoizing }))
    const server = createServer(createApp(service.site, appOptions(config, { catalogs, log })))
    await listen(server, config)
    closing.push(() => endRequests(server))
    return { url: urlOf(server, config), stop: close }
  } catch (error) {
    await close()
    throw error
  }
}

function appOptions(config: Config, { catalogs, log }: { catalogs: Catalogs; log: Logger }): AppOptions {
  return {
    trustProxy: config.trustProxy,
    maxUpload: config.maxUpload,
    voteRateLimit: config.voteRateLimit,
    catalogs,
    before: [logRequests(log)],
    onError: (error, id) => log.error({ id, err: error }, 'fault'),
    ...(config.publicUrl === undefined ? {} : { publicUrl: config.publicUrl }),
  }
}

/** A listener of its own, which the outside need not reach. What it answers with ends it. */
async function serveMetrics(
  port: number,
  { config, log, memoizing }: { config: Config; log: Logger; memoizing: OpenedMemoizer },
): Promise<() => Promise<void>> {
  const metrics = createMetrics(() => memoizing.memoizer.status())
  const server = createMetricsServer(metrics, error => log.error({ err: error }, 'metrics'))
  await listen(server, { host: config.host, port }, 'METRICS_PORT')
  log.info({ url: `${urlOf(server, config)}/metrics` }, 'metrics')
  return () => endRequests(server)
}

/** The languages of the texts, or every fault of them. */
function catalogsOf({ languagesDir }: Config): Catalogs {
  const { catalogs, faults } = loadCatalogs(languagesDir)
  if (faults.length > 0) throw new StartError(['LANGUAGES_DIR: the catalogs have faults:', ...faults].join('\n  '))
  return catalogs
}

function listen(server: Server, at: Pick<Config, 'port' | 'host'>, setting = 'PORT'): Promise<void> {
  const { port, host } = at
  return new Promise((resolve, reject) => {
    server.once('error', error => reject(new StartError(listenProblem(error, at, setting))))
    server.listen(port, host, resolve)
  })
}

function listenProblem(
  error: NodeJS.ErrnoException,
  { port, host }: Pick<Config, 'port' | 'host'>,
  setting: string,
): string {
  if (error.code === 'EADDRINUSE')
    return `${setting}: ${port} on ${host} is in use by another program. Stop it, or choose another ${setting}.`
  if (error.code === 'EACCES')
    return `${setting}: this user may not listen on ${port} of ${host}. Choose a ${setting} above 1023.`
  return `HOST and ${setting}: can not listen on ${host}:${port} (${error.code ?? error.message}).`
}

function urlOf(server: Server, { host }: Config): string {
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

async function endRequests(server: Server): Promise<void> {
  const deadline = setTimeout(() => server.closeAllConnections(), grace)
  await new Promise<void>(resolve => {
    server.close(() => resolve())
    server.closeIdleConnections()
  })
  clearTimeout(deadline)
}
