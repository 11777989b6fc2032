// Measures the CPU time of a hit in memoized functions, with and without an in-memory layer in front of Redis.

import { createKeyv } from '@keyv/redis'
import { createMemoizer } from '@plenum/memoize'
import { shareThroughRedis } from '@plenum/redis-store'
import { BentoCache, bentostore } from 'bentocache'
import { memoryDriver } from 'bentocache/drivers/memory'
import { redisBusDriver, redisDriver } from 'bentocache/drivers/redis'
import { Cacheable } from 'cacheable'
import { Redis } from 'ioredis'
import { inRotation, show, showHead } from './contest.mjs'

const rounds = 9

/** A value whose JSON is 250 bytes long. */
const value = {
  '@id': '/programme/1',
  title: 'Compost for beginners',
  presenters: ['Ada Fern', 'Grace Moss'],
  start: '2027-05-01T09:00:00+01:00',
  minutes: 45,
  room: 'Greenhouse',
  isKeynote: false,
  note: 'x'.repeat(60),
}

/**
 * Creates a contestant that memoizes with Plenum, which signs values with HMAC. `localFor` is in seconds. If it is 0,
 * each call reads from Redis.
 */
function ours(url, localFor) {
  const prefix = `hits${localFor}`
  const shared = shareThroughRedis({ url, prefix }, { secret: 'swordfish' })
  const memoizer = createMemoizer({ settings: { url, prefix }, shared, localFor })
  return { call: memoizer.memoize({ name: 'talk' }, async () => value), close: () => shared.store.close() }
}

function bentocache(url, isLayered) {
  const connection = new Redis(url)
  const { hostname: host, port } = new URL(url)
  const shared = bentostore().useL2Layer(redisDriver({ connection }))
  const layered = () =>
    bentostore()
      .useL1Layer(memoryDriver({ maxSize: '10mb', serialize: true }))
      .useL2Layer(redisDriver({ connection }))
      .useBus(redisBusDriver({ connection: { host, port: Number(port) } }))
  const stores = { redis: isLayered ? layered() : shared }
  const bento = new BentoCache({ default: 'redis', prefix: `bento-${isLayered}`, ttl: '1d', stores })
  return { call: key => bento.getOrSet({ key, factory: () => value }), close: () => connection.disconnect() }
}

function cacheable(url, isLayered) {
  const keyv = createKeyv(url, { namespace: `hits-${isLayered}` })
  const cache = new Cacheable({ ...(isLayered ? { secondary: keyv } : { primary: keyv }), ttl: '1d' })
  return { call: key => cache.getOrSet(key, async () => value), close: () => keyv.store.disconnect(true) }
}

/** Returns the CPU time per hit in microseconds, for a single caller. */
async function costOfHit({ call }, calls) {
  for (let i = 0; i < 50; i++) await call(`talk-${i % 10}`)
  const begun = process.cpuUsage()
  for (let i = 0; i < calls; i++) await call(`talk-${i % 10}`)
  const { user, system } = process.cpuUsage(begun)
  return (user + system) / calls
}

/** Compares the cost of hits for values of 250 bytes. All contestants run in each round. */
export async function compareHitCosts(url) {
  const names = ['ours', 'bentocache', 'cacheable']
  showHead('CPU time of a hit, 250 bytes', names)
  for (const [title, isLayered, calls] of [
    ['from Redis only', false, 2000],
    ['from RAM in front of Redis', true, 10_000],
  ]) {
    const contestants = [ours(url, isLayered ? 3600 : 0), bentocache(url, isLayered), cacheable(url, isLayered)]
    show(title, 'µs', await inRotation(contestants, rounds, contestant => costOfHit(contestant, calls)))
    for (const { close } of contestants) await close()
  }
}
