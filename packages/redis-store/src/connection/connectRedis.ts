import { milliseconds } from '../seconds.js'
import { nodesOfCluster } from './nodesOfCluster.js'
import { type RedisAddress, readRedisAddress } from './redisAddress.js'
import { type NodesOptions, nodesOfSentinel, nodesOfServer, type RedisNodes } from './redisNodes.js'
import { scrubberFor } from './secrets.js'

export interface ConnectRedisOptions {
  /** The address, in a form that `readRedisAddress` accepts. */
  readonly url: string
  /** The maximum duration of a request to the server, in seconds. */
  readonly timeout: number
}

/**
 * The minimum connection timeout in milliseconds. It is long, because connecting takes several requests. Callers that
 * wait for the connection have a separate, shorter timeout.
 */
const minAttempt = 2000

/**
 * Returns the servers at an address, and starts connecting to them in the background. Throws an Error without secrets
 * if the address is invalid.
 */
export function connectRedis({ url, timeout }: ConnectRedisOptions): RedisNodes {
  const address = readRedisAddress(url)
  const options = { access: address.access, connectTimeout: Math.max(milliseconds('timeout', timeout), minAttempt) }
  return { ...nodesAt(address, options), scrub: scrubberFor(url) }
}

function nodesAt(address: RedisAddress, options: NodesOptions): RedisNodes {
  switch (address.kind) {
    case 'server':
      return nodesOfServer(address.place, options)
    case 'cluster':
      return nodesOfCluster(address.places, options)
    case 'sentinel':
      return nodesOfSentinel(address.name, address.places, options)
  }
}
