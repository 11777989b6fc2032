import type { Server } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { Config } from './config.js'
import { StartError } from './startError.js'

/** Waits until it listens. Rejects with a StartError that names the setting. */
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

export function urlOf(server: Server, { host }: Config): string {
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** Takes no new connections, and lets requests end; those that have not are cut off when the grace is over. */
export async function endRequests(server: Server, graceOver: AbortSignal): Promise<void> {
  const cutOff = (): void => server.closeAllConnections()
  graceOver.addEventListener('abort', cutOff)
  await new Promise<void>(resolve => {
    server.close(() => resolve())
    server.closeIdleConnections()
    if (graceOver.aborted) cutOff()
  })
  graceOver.removeEventListener('abort', cutOff)
  // A connection that was cut off tells its request a turn later; until then that would go on for nobody.
  await delay(1)
}
