// Memoizes a function with three libraries. Each library has separate connections to the same Redis server and no
// in-memory layer.
import { createKeyv } from '@keyv/redis'
import { createMemoizer, defaultMemoizeSettings } from '@plenum/memoize'
import { shareThroughRedis } from '@plenum/redis-store'
import { BentoCache, bentostore } from 'bentocache'
import { redisDriver } from 'bentocache/drivers/redis'
import { Cacheable } from 'cacheable'
import { Redis } from 'ioredis'

const day = 86_400_000
const timeout = defaultMemoizeSettings.timeout * 1000
const retryAfter = defaultMemoizeSettings.retryAfter * 1000
const group = 'bench.talk'
const ignore = () => {}

/**
 * Creates a contestant. `call` is the memoized function. `settled` resolves when its values have been written.
 * `invalidate` resolves when all values of the function have been deleted from the server. `expire` makes all instances
 * stop serving these values. `close` closes the connections. The other libraries have two variants: with `tagged`,
 * values have the tag that `expire` needs, and with `isSetUp`, the library and its client use every available option to
 * limit the effects of an unresponsive server.
 */
export function ours(url, compute) {
  const settings = { url, prefix: 'ours' }
  const shared = shareThroughRedis(settings)
  const memoizer = createMemoizer({ settings, shared })
  return {
    call: memoizer.memoize({ name: group }, compute),
    settled: memoizer.settled,
    invalidate: () => memoizer.invalidate(group),
    expire: () => memoizer.invalidate(group),
    close: shared.store.close,
  }
}

export function bentocache(url, compute, { tagged = false, isSetUp = false } = {}) {
  const redis = new Redis(url, isSetUp ? { commandTimeout: timeout, enableOfflineQueue: false } : {})
  redis.on('error', ignore)
  const bento = new BentoCache({
    default: 'redis',
    prefix: 'bento',
    ttl: day,
    ...(isSetUp ? { l2CircuitBreakerDuration: retryAfter, suppressL2Errors: true } : {}),
    stores: { redis: bentostore().useL2Layer(redisDriver({ connection: redis })) },
  }).namespace(group)
  const tags = tagged ? [group] : []
  return {
    call: id => bento.getOrSet({ key: id, factory: () => compute(id), tags }),
    settled: async () => {},
    invalidate: () => bento.clear(),
    expire: () => bento.deleteByTag({ tags }),
    close: () => redis.disconnect(),
  }
}

export function cacheable(url, compute, { tagged = false, isSetUp = false } = {}) {
  const client = isSetUp ? { url, disableOfflineQueue: true, commandOptions: { timeout } } : url
  const keyv = createKeyv(client, { namespace: group, connectionTimeout: isSetUp ? timeout : undefined })
  const cache = new Cacheable({ primary: keyv, ttl: day, namespace: group, tags: tagged }).on('error', ignore)
  const callTagged = async id => {
    const known = await cache.get(id)
    if (known !== undefined) return known
    const value = await compute(id)
    await cache.set(id, value, { tags: [group] })
    return value
  }
  return {
    call: tagged ? callTagged : id => cache.getOrSet(id, () => compute(id)),
    settled: async () => {},
    invalidate: () => cache.clear(),
    expire: () => cache.tags.invalidateTag(group),
    close: () => keyv.store.disconnect(true),
  }
}
