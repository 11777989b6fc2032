// Compares the memoized functions of Plenum with those of bentocache and cacheable in one run, on one Redis server,
// with the same values and without an in-memory layer. Skips the comparison if no Redis server is installed.
import { spawnSync } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { startRedis } from '@plenum/testkit'
import { Redis } from 'ioredis'
import { bentocache, cacheable, ours } from './caches.mjs'
import { inRotation, median, show, showHead, since, timeOf } from './contest.mjs'
import { compareHitCosts } from './memoizeHits.mjs'

const makers = [ours, bentocache, cacheable]
const names = makers.map(({ name }) => name)

const talk = id => ({
  '@id': `/programme/${id}`,
  title: 'Compost for beginners',
  presenters: ['Ada Fern', 'Grace Moss'],
  start: '2027-05-01T09:00:00+01:00',
  minutes: 45,
  room: 'Greenhouse',
  isKeynote: false,
})
const programme = id => ({ '@id': id, items: Array.from({ length: 130 }, (_, i) => talk(`${id}-${i}`)) })
const values = [
  { size: '0.2 KB', build: talk, calls: 2000 },
  { size: '24 KB', build: programme, calls: 400 },
]

async function withAll(url, compute, options, task) {
  const contestants = makers.map(make => make(url, compute, options))
  await task(contestants)
  for (const { close } of contestants) await close()
}

const each = (figures, key) => figures.map(of => of.map(figure => figure[key]))

/** Returns the microseconds per hit for concurrent callers that request different values. */
async function costOfHits({ call }, callers, calls) {
  const startedAt = performance.now()
  const caller = async (_, nth) => {
    for (let i = 0; i < calls / callers; i++) await call(`${nth}-${i % 10}`)
  }
  await Promise.all(Array.from({ length: callers }, caller))
  return (since(startedAt) * 1000) / calls
}

async function compareHits(contestants, { size, calls }, callerCounts) {
  for (const callers of callerCounts) {
    const amount = calls * Math.min(callers, 8)
    const costs = await inRotation(contestants, 15, contestant => costOfHits(contestant, callers, amount))
    show(`hit, ${size}, ${callers === 1 ? 'a lone caller' : `${callers} callers`}`, 'µs', costs)
  }
}

/**
 * Compares the duration of calls for uncached values: the time until the caller has the value, and the time until other
 * instances can read it.
 */
async function compareMisses(contestants, { size }) {
  const calls = 50
  const costs = await inRotation(contestants, 9, async ({ call, settled }, round) => {
    const cost = { caller: 0, stored: 0 }
    for (let i = 0; i < calls; i++) {
      const startedAt = performance.now()
      await call(`new-${round}-${i}`)
      cost.caller += (since(startedAt) * 1000) / calls
      await settled()
      cost.stored += (since(startedAt) * 1000) / calls
    }
    return cost
  })
  show(`miss, ${size}, until the caller has it`, 'µs', each(costs, 'caller'))
  show('  until it is set', 'µs', each(costs, 'stored'))
}

/**
 * Compares 200 concurrent calls for an uncached value that takes 5 ms to compute. Plenum returns a separate copy to
 * each caller.
 */
async function compareStampedes(url, { size, build }) {
  const compute = id => delay(5).then(() => build(id))
  await withAll(url, compute, {}, async contestants => {
    const stampedes = await inRotation(contestants, 9, ({ call }, round) =>
      timeOf(() => Promise.all(Array.from({ length: 200 }, () => call(`wanted-${round}`)))),
    )
    show(`stampede of 200, ${size}`, 'ms', stampedes)
  })
}

async function compareAnswering(server) {
  showHead('Responsive server', names)
  for (const value of values) {
    const compute = async id => value.build(id)
    await withAll(server.url, compute, {}, async contestants => {
      await compareHits(contestants, value, [1, 32])
      await compareMisses(contestants, value)
    })
    await compareStampedes(server.url, value)
    await server.restart()
  }
  showHead('Hits that can be invalidated together', ['ours', 'with tags', 'with tags'])
  await withAll(
    server.url,
    async id => talk(id),
    { tagged: true },
    contestants => compareHits(contestants, values[0], [1, 32]),
  )
}

/**
 * Returns the duration, in milliseconds, of the first call after the server has stopped, and the median duration of the
 * later calls.
 */
async function costOfStop(make, server, stop) {
  const { call, settled, close } = make(server.url, async id => talk(id))
  await delay(300)
  for (let i = 0; i < 20; i++) await call(`before-${i}`)
  await settled()
  await stop()
  const first = await timeOf(() => call('first'))
  const later = []
  while (later.length < 100 && Number.isFinite(later[0] ?? 0))
    later.push(await timeOf(() => call(`later-${later.length}`)))
  await close()
  return { first, later: median(later) }
}

async function compareStopped(server) {
  const stops = [
    ['hangs', () => server.pause(), () => server.resume()],
    ['is gone', () => server.kill(), () => server.restart()],
  ]
  for (const [what, stop, start] of stops) {
    for (const isSetUp of [false, true]) {
      showHead(`On a server that ${what}${isSetUp ? ', set up for it' : ''}`, names)
      const costs = makers.map(() => [])
      for (let round = 0; round < 3; round++) {
        for (const [i, make] of makers.entries()) {
          const [known] = costs[i]
          // A library that exceeds the timeout in the first round exceeds it in every round, so it is not measured
          // again.
          const isHopeless = known && !Number.isFinite(known.first)
          costs[i].push(
            isHopeless ? known : await costOfStop((url, compute) => make(url, compute, { isSetUp }), server, stop),
          )
          await start()
        }
      }
      show('first call', 'ms', each(costs, 'first'))
      show('later calls', 'ms', each(costs, 'later'))
    }
  }
}

const [group, everything] = [10_000, 1_000_000]

async function fill({ call, settled }) {
  for (let i = 0; i < group; i += 100) await Promise.all(Array.from({ length: 100 }, (_, k) => call(`${i + k}`)))
  await settled()
}

/** Returns the number of milliseconds until another instance, which polls without a pause, receives a new value. */
async function timeUntilNew({ call }, computed, begin) {
  const startedAt = performance.now()
  const before = computed()
  const done = begin()
  while (computed() === before) await call('0')
  const time = since(startedAt)
  await done
  return time
}

/**
 * Compares invalidations. The first measurement ends when all values are gone from the server: it uses
 * `invalidate(name)` or, for the other libraries, the `clear()` of a namespace. The second measurement ends when no
 * instance serves the values: it uses `invalidate(name)` or, for the other libraries, `deleteByTag()` and
 * `tags.invalidateTag()` for values with a tag.
 */
async function compareInvalidations(server) {
  const redis = new Redis(server.url)
  const others = everything - makers.length * group
  await redis.eval("for i = 1, ARGV[1] do redis.call('SET', 'other:' .. i, 'value') end", 0, others)
  let computed = 0
  const compute = async id => {
    computed += 1
    return talk(id)
  }
  showHead(`Invalidating ${group} of ${everything} keys`, names)
  await withAll(server.url, compute, {}, async contestants => {
    const times = await inRotation(contestants, 3, async contestant => {
      await fill(contestant)
      return timeOf(contestant.invalidate)
    })
    show('until all are gone from the server', 'ms', times)
  })
  await withAll(server.url, compute, { tagged: true }, contestants =>
    withAll(server.url, compute, { tagged: true }, async instances => {
      const times = await inRotation(contestants, 3, async contestant => {
        await fill(contestant)
        const other = instances[contestants.indexOf(contestant)]
        return timeUntilNew(other, () => computed, contestant.expire)
      })
      show('until no instance serves them', 'ms', times)
    }),
  )
  redis.disconnect()
}

const program = ['redis-server', 'valkey-server'].find(file => spawnSync(file, ['--version']).status === 0)
if (program) {
  console.log('Memoized functions on Redis: medians of interleaved rounds')
  const server = await startRedis(program)
  await compareHitCosts(server.url)
  if (process.argv.includes('--hits')) process.exit()
  await compareAnswering(server)
  await compareStopped(server)
  await compareInvalidations(server)
  await server.close()
  // The process must exit explicitly, because the other libraries keep trying to reach stopped servers.
  process.exit()
} else console.log('Memoized functions on Redis were skipped: this machine has neither redis-server nor valkey-server.')
