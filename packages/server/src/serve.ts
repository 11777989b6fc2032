import type { Server } from 'node:http'
import { createApp, createServer } from '@plenum/express-adapter'
import type { Logger } from 'pino'
import { compose, type Output, type Service } from './compose.js'
import type { Config } from './config.js'
import { StartError } from './database.js'
import { type Catalogs, loadCatalogs } from './languages/loadCatalogs.js'
import { logRequests } from './logRequests.js'
import { overlapLines } from './workflows/overlapLines.js'

/** Milliseconds that requests get to end when the server is told to stop. */
const grace = 10_000

export interface RunningServer {
  readonly url: string
  /** Takes no new connections, lets requests end, and closes the data. */
  stop(): Promise<void>
}

export async function serve(
  config: Config,
  { log, output }: { readonly log: Logger; readonly output: Output },
): Promise<RunningServer> {
  const catalogs = catalogsOf(config)
  const service = await compose(config, output)
  for (const line of (await service.site.types()).flatMap(overlapLines)) log.warn(line)
  const app = createApp(service.site, {
    trustProxy: config.trustProxy,
    maxUpload: config.maxUpload,
    voteRateLimit: config.voteRateLimit,
    catalogs,
    before: [logRequests(log)],
    onError: (error, id) => log.error({ id, err: error }, 'fault'),
    ...(config.publicUrl === undefined ? {} : { publicUrl: config.publicUrl }),
  })
  const server = createServer(app)
  try {
    await listen(server, config)
  } catch (error) {
    await service.close()
    throw error
  }
  return { url: urlOf(server, config), stop: () => stop(server, service) }
}

/** The languages of the texts, or every fault of them. */
function catalogsOf({ languagesDir }: Config): Catalogs {
  const { catalogs, faults } = loadCatalogs(languagesDir)
  if (faults.length > 0) throw new StartError(['LANGUAGES_DIR: the catalogs have faults:', ...faults].join('\n  '))
  return catalogs
}

function listen(server: Server, { port, host }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', error => reject(new StartError(listenProblem(error, { port, host }))))
    server.listen(port, host, resolve)
  })
}

function listenProblem(error: NodeJS.ErrnoException, { port, host }: Pick<Config, 'port' | 'host'>): string {
  if (error.code === 'EADDRINUSE')
    return `PORT: ${port} on ${host} is in use by another program. Stop it, or choose another PORT.`
  if (error.code === 'EACCES') return `PORT: this user may not listen on ${port} of ${host}. Choose a PORT above 1023.`
  return `HOST and PORT: can not listen on ${host}:${port} (${error.code ?? error.message}).`
}

function urlOf(server: Server, { host }: Config): string {
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

async function stop(server: Server, service: Service): Promise<void> {
  const deadline = setTimeout(() => server.closeAllConnections(), grace)
  await new Promise<void>(resolve => {
    server.close(() => resolve())
    server.closeIdleConnections()
  })
  clearTimeout(deadline)
  await service.close()
}
