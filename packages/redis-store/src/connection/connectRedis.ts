import { nodesOfCluster } from './nodesOfCluster.js'
import { type RedisAddress, readRedisAddress } from './redisAddress.js'
import { type NodesOptions, nodesOfSentinel, nodesOfServer, type RedisNodes } from './redisNodes.js'
import { scrubberFor } from './secrets.js'

export interface ConnectRedisOptions {
  /** See `readRedisAddress`. */
  readonly url: string
  /** Milliseconds that one request may take. */
  readonly timeout: number
}

/** Milliseconds that connecting may take at least: it has several requests, and who waits for it gives up sooner. */
const minAttempt = 2000

/** Begins to connect, and waits for nothing. Throws an Error, without its secrets, when the address cannot be read. */
export function connectRedis({ url, timeout }: ConnectRedisOptions): RedisNodes {
  const address = readRedisAddress(url)
  const options = { access: address.access, longest: Math.max(timeout, minAttempt) }
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
