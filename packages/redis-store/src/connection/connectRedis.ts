import { nodesOfCluster } from './nodesOfCluster.js'
import { type RedisAddress, readRedisAddress } from './redisAddress.js'
import { type NodesOptions, nodesOfSentinel, nodesOfServer, type RedisNodes } from './redisNodes.js'
import { scrubberFor } from './secrets.js'

export interface ConnectRedisOptions {
  /** The address, in a form that `readRedisAddress` parses. */
  readonly url: string
  /** The maximum duration of one request, in milliseconds. */
  readonly timeout: number
}

/**
 * The minimum timeout for connecting, in milliseconds: it takes several requests, and waiting callers time out sooner.
 */
const minAttempt = 2000

/**
 * Starts connecting, but does not wait for the connection. Throws an Error that contains no secrets if the address
 * cannot be parsed.
 */
export function connectRedis({ url, timeout }: ConnectRedisOptions): RedisNodes {
  const address = readRedisAddress(url)
  const options = { access: address.access, connectTimeout: Math.max(timeout, minAttempt) }
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
