import { once } from 'node:events'
import type { Server } from 'node:http'
import { connect, createServer, type Server as NetServer } from 'node:net'
import type { Config } from './config.js'
import { StartError } from './startError.js'

type Address = Pick<Config, 'port' | 'host'>

/**
 * Starts to listen. If this fails, rejects with a StartError that names the setting. If `exclusive` is true, a worker
 * process opens the port itself instead of sharing the port of the primary process.
 */
export function listen(server: NetServer, at: Address, setting = 'PORT', exclusive = false): Promise<void> {
  const { port, host } = at
  return new Promise((resolve, reject) => {
    server.once('error', error => reject(new StartError(listenProblem(error, at, setting))))
    server.listen({ port, host, exclusive }, resolve)
  })
}

const portInUse = ({ host, port }: Address, setting: string): string =>
  `${setting}: ${port} on ${host} is in use by another program. Stop it, or choose another ${setting}.`

function listenProblem(error: NodeJS.ErrnoException, { port, host }: Address, setting: string): string {
  if (error.code === 'EADDRINUSE') return portInUse({ host, port }, setting)
  if (error.code === 'EACCES')
    return `${setting}: this user may not listen on port ${port} of ${host}. Choose a ${setting} above 1023.`
  return `HOST and ${setting}: cannot listen on ${host}:${port} (${error.code ?? error.message}).`
}

type Ports = Pick<Config, 'host' | 'port' | 'metricsPort'>

const settingsOf = ({ host, port, metricsPort }: Ports) => [
  { host, port, setting: 'PORT' },
  ...(metricsPort === null ? [] : [{ host, port: metricsPort, setting: 'METRICS_PORT' }]),
]

/**
 * Checks that the ports of the service are free by listening on them briefly. Rejects with the same errors as
 * `listen`.
 */
export async function requireFreePorts(ports: Ports): Promise<void> {
  for (const { setting, ...at } of settingsOf(ports)) await requireFree(at, setting)
}

/**
 * Rejects with a StartError if another program accepts connections on the ports of the service. Unlike
 * `requireFreePorts`, this function does not listen, because clients that try to reconnect during a restart would be
 * connected and then disconnected.
 */
export async function requireSilentPorts(ports: Ports): Promise<void> {
  for (const { setting, ...at } of settingsOf(ports))
    if (at.port !== 0 && (await isAnswered(at))) throw new StartError(portInUse(at, setting))
}

/** The maximum time to wait until a program on this machine accepts a connection, in milliseconds. */
const connectTimeout = 1000

async function isAnswered(at: Address): Promise<boolean> {
  const socket = connect(at)
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(connectTimeout) })
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

/** Rejects with a StartError that names the setting if the port is already in use. */
export async function requireFree(at: Address, setting: string): Promise<void> {
  const probe = createServer()
  await listen(probe, at, setting, true)
  await new Promise(resolve => probe.close(resolve))
}

export function urlOf(server: Server, host: string): string {
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
