import type { Server } from 'node:http'
import { createServer, type ListenOptions } from 'node:net'
import type { Config } from './config.js'
import { StartError } from './startError.js'

/** Starts to listen. Rejects with a StartError with the name of the setting when that is impossible. */
export function listen(server: Server, at: Pick<Config, 'port' | 'host'>, setting = 'PORT'): Promise<void> {
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
  return `HOST and ${setting}: cannot listen on ${host}:${port} (${error.code ?? error.message}).`
}

/**
 * Tries whether the ports of the service are free. Rejects as `listen` does. In a worker this asks the system, and not
 * the process that opens the ports for all.
 */
export async function requireFreePorts({ host, port, metricsPort }: Pick<Config, 'host' | 'port' | 'metricsPort'>) {
  await requireFree({ host, port, exclusive: true })
  if (metricsPort !== null) await requireFree({ host, port: metricsPort, exclusive: true }, 'METRICS_PORT')
}

/** Tries whether one port is free. Rejects with a StartError that names `setting`. */
export async function requireFree(at: ListenOptions & Pick<Config, 'port' | 'host'>, setting = 'PORT'): Promise<void> {
  const probe = createServer()
  await new Promise<void>((resolve, reject) => {
    probe.once('error', error => reject(new StartError(listenProblem(error, at, setting))))
    probe.listen(at, resolve)
  })
  await new Promise(resolve => probe.close(resolve))
}

export function urlOf(server: Server, host: string): string {
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
