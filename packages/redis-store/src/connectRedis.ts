import { createClient, createCluster, type RedisClientOptions } from 'redis'
import { nodesOfClient, nodesOfCluster, type RedisNodes } from './redisNodes.js'

export interface RedisAddress {
  /** `redis://`, `rediss://` or `unix://`; several of a cluster, separated by commas. */
  readonly url: string
  /** Milliseconds that one request may take. */
  readonly timeout: number
  /** Milliseconds after which a server that refuses us is asked again at the latest. */
  readonly retryAfter: number
}

/** Commands that may wait for an answer at once: those of a server that hangs must not fill the memory. */
const mostWaiting = 5000
const [shortestPause, shortestConnect] = [100, 1000]

/** Begins to connect, and goes on for ever; nothing waits for it. Throws when the address is none. */
export function connectRedis({ url, timeout, retryAfter }: RedisAddress): RedisNodes {
  const socket = {
    connectTimeout: Math.max(timeout, shortestConnect),
    reconnectStrategy: (retries: number, cause: Error) => pauseBefore(retries, cause, retryAfter),
  }
  const defaults = { disableOfflineQueue: true, commandsQueueMaxLength: mostWaiting }
  const [first = '', ...others] = url.split(',').map(address => address.trim())
  if (others.length > 0) {
    const rootNodes = [first, ...others].map(address => ({ url: address }))
    return nodesOfCluster(createCluster({ rootNodes, defaults: { ...defaults, socket } }))
  }
  if (first.startsWith('unix:')) return nodesOfClient(createClient({ ...defaults, ...localAddress(first, socket) }))
  return nodesOfClient(createClient({ ...defaults, socket, url: first }))
}

/** `unix:///path/to.sock?db=1`, which the client does not read itself. */
function localAddress(
  url: string,
  socket: Pick<NonNullable<RedisClientOptions['socket']>, 'connectTimeout' | 'reconnectStrategy'>,
) {
  const { pathname, searchParams, username, password } = new URL(url)
  const database = searchParams.get('db')
  return {
    socket: { ...socket, path: decodeURIComponent(pathname), tls: false as const },
    ...(database === null ? {} : { database: Number(database) }),
    ...(username === '' ? {} : { username: decodeURIComponent(username) }),
    ...(password === '' ? {} : { password: decodeURIComponent(password) }),
  }
}

/** Doubles, and is never the same for all who lost the same server. Who is refused by name asks rarely. */
function pauseBefore(retries: number, cause: Error, longest: number): number {
  if (/^(?:WRONGPASS|NOAUTH|NOPERM|ERR AUTH)/.test(cause.message)) return longest
  const pause = Math.min(longest, shortestPause * 2 ** Math.min(retries, 20))
  return pause / 2 + (Math.random() * pause) / 2
}
