import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { eventually } from './eventually.js'
import { basicAuthorization, type Programs, type RunningServer } from './programs.js'
import { password } from './testSite.js'

export interface WorkerLine {
  readonly msg: string
  readonly url?: string
  readonly worker?: number
  readonly pid?: number
  readonly pause?: number
  readonly path?: string
}

interface RequestOptions {
  readonly method?: string
  readonly secret?: string | null
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
}

interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: { readonly [key: string]: unknown }
}

export interface WorkerClient {
  send(path: string, options?: RequestOptions): Promise<Answer>
  close(): void
}

/**
 * Creates a client that sends all requests over one connection, so that the same worker serves them as long as it runs.
 */
export function workerClient(url: string): WorkerClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const send: WorkerClient['send'] = (path, { method = 'GET', secret = password, body, headers: own } = {}) =>
    new Promise((resolve, reject) => {
      const credentials = secret === null ? {} : basicAuthorization('admin', secret)
      const headers = { ...credentials, ...(body && { 'content-type': 'application/json' }), ...own }
      const options = request(`${url}${path}`, { agent, method, headers }, async res => {
        let text = ''
        for await (const chunk of res) text += chunk
        resolve({ status: res.statusCode ?? 0, headers: res.headers, body: text === '' ? {} : JSON.parse(text) })
      })
      options.once('error', reject).end(body && JSON.stringify(body))
    })
  return { send, close: () => agent.destroy() }
}

export interface WorkersService {
  readonly server: RunningServer
  readonly url: string
  /** The clients, which are connected to different workers. */
  readonly clients: readonly [WorkerClient, WorkerClient]
  lines(): readonly WorkerLine[]
  /** Returns the log lines that report that a worker is listening. */
  workers(): readonly WorkerLine[]
  /** Returns the workers that have responded to requests for a path. */
  serving(path: string): ReadonlySet<number | undefined>
  /** Stops the service gracefully and returns its exit code. */
  stop(): Promise<number>
}

/** The settings of `startWorkers`: an empty site that two workers serve. */
export const settingsOfWorkers = { EMPTY_SITE: '1', ADMIN_PASSWORD: password, PASSWORD_COST: '4', WORKERS: '2' }

/** Starts a service with two workers and opens a connection to each of them. */
export async function startWorkers(
  programs: Programs,
  env: Readonly<Record<string, string>> = {},
): Promise<WorkersService> {
  const server = await programs.serve({ ...settingsOfWorkers, ...env })
  const lines = (): readonly WorkerLine[] =>
    server.lines().flatMap(line => (line.startsWith('{') ? [JSON.parse(line) as WorkerLine] : []))
  const workers = () => lines().filter(({ msg }) => msg === 'worker listening')
  await eventually('both listen', () => workers().length === 2)
  const url = lines().find(({ msg }) => msg === 'listening')?.url ?? ''
  const clients = [workerClient(url), workerClient(url)] as const
  // The primary process assigns connections to the workers in rotation, so each client is connected to a different
  // worker.
  for (const { send } of clients) await send('/')
  return {
    server,
    url,
    clients,
    lines,
    workers,
    serving: path =>
      new Set(lines().flatMap(line => (line.msg === 'request' && line.path === path ? [line.worker] : []))),
    stop: () => {
      for (const { close } of clients) close()
      return server.stop()
    },
  }
}

export const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
