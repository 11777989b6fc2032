import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import {
  basicAuthorization,
  describeRedis,
  endWithUs,
  type FaultyProxy,
  type ProxyMode,
  password,
  type RedisServer,
  startFaultyProxy,
  startRedis,
} from '@plenum/testkit'

const program = path.join(import.meta.dirname, '../../test/programs/sharedSite.mjs')
const rounds = Number(process.env.LONG_TESTS ?? 0) > 0 ? 200 : 25
/** The maximum time until invalidations take effect after the cache server responds again, in milliseconds. */
const bound = 2000

interface Ports {
  readonly site: number
  readonly price: number
  readonly tampering: number
}

function randomOf(seed: number): (below: number) => number {
  let state = seed
  return below => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return (state >>> 8) % below
  }
}

describeRedis(
  describe,
  'two sites on one database, whose connections to the cache server fail at random',
  redisProgram => {
    const folder = mkdtempSync(path.join(tmpdir(), 'plenum-random-'))
    const priceFile = path.join(folder, 'price')
    const headers = { ...basicAuthorization('admin', password), 'Content-Type': 'application/json' }
    let redis: RedisServer
    let processes: Process[] = []

    const processAt = (proxy: FaultyProxy, ports: Ports, kill: () => Promise<void>) => {
      const at = (port: keyof Ports, address: string, options: RequestInit = {}) =>
        fetch(`http://127.0.0.1:${ports[port]}${address}`, options)
      const process = {
        ports,
        kill,
        proxy,
        healed: 0,
        set: (mode: ProxyMode): void => {
          proxy.mode = mode
          const answers = mode === 'passes' || (typeof mode === 'object' && mode.delay < 200)
          if (!answers) process.healed = Number.POSITIVE_INFINITY
          else if (process.healed === Number.POSITIVE_INFINITY) process.healed = performance.now()
        },
        get: (port: keyof Ports, address: string, own: Record<string, string> = {}) =>
          at(port, address, { headers: own }),
        price: async () => Number(await (await at('price', '/')).text()),
        invalidatePrice: async () => (await at('price', '/', { method: 'POST' })).status,
        invalidate: async (body: object) =>
          (await at('site', '/@sharedmemoize/invalidate', { method: 'POST', headers, body: JSON.stringify(body) }))
            .status,
      }
      return process
    }
    type Process = ReturnType<typeof processAt>

    async function start(isFirst: boolean): Promise<Process> {
      const proxy = await startFaultyProxy(redis.port)
      const url = `redis://127.0.0.1:${proxy.port}`
      const database = path.join(folder, 'site.sqlite')
      const settings = JSON.stringify({ database, url, tamperedUrl: redis.url, priceFile, password, isFirst })
      const child = endWithUs(spawn(process.execPath, [program, settings], { stdio: ['ignore', 'pipe', 'inherit'] }))
      const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
      const kill = async () => {
        child.kill('SIGKILL')
        await once(child, 'exit')
        await proxy.close()
      }
      return processAt(proxy, JSON.parse(line) as Ports, kill)
    }

    beforeAll(async () => {
      redis = await startRedis(redisProgram)
      writeFileSync(priceFile, '0')
      processes = [await start(true), await start(false)]
    })
    afterAll(async () => {
      await Promise.all(processes.map(({ kill }) => kill()))
      await redis.close()
      rmSync(folder, { recursive: true })
    })

    it(
      'never serve values after their confirmed invalidation beyond the time limits (docs/caching.md, Breaker)',
      async () => {
        const seed = Date.now() % 1_000_000
        const below = randomOf(seed)
        const pick = <T>(values: readonly T[]): T => values[below(values.length)] as T
        const failing: readonly ProxyMode[] = ['swallows', { delay: 400 }]
        const modes: readonly ProxyMode[] = ['passes', 'passes', { delay: 100 }, ...failing]
        const counts = { acknowledged: 0, refused: 0, tampered: 0, stale: 0 }
        const acks: { readonly price: number; readonly by: Process; readonly at: number }[] = []

        function oldest(process: Process): number {
          const now = performance.now()
          const known = acks.filter(({ by, at }) => by === process || now >= Math.max(at, process.healed) + bound)
          return Math.max(0, ...known.map(({ price }) => price))
        }

        async function readPrice(process: Process, current: number): Promise<void> {
          const least = oldest(process)
          const price = await process.price()
          if (price < current) counts.stale += 1
          if (price < least) throw new Error(`Seed ${seed}: ${price} was served, and ${least} is the least.`)
        }

        async function invalidate(price: number, ask: (by: Process) => Promise<number>): Promise<void> {
          writeFileSync(priceFile, String(price))
          const by = pick(processes)
          const status = await ask(by)
          expect([200, 503]).toContain(status)
          if (status === 200) acks.push({ price, by, at: performance.now() })
          counts[status === 200 ? 'acknowledged' : 'refused'] += 1
        }

        /** Changes the site. The database notifies all processes of the change. */
        async function roundOfSite(round: number): Promise<void> {
          const title = JSON.stringify({ title: `Site ${round}` })
          const address = `http://127.0.0.1:${pick(processes).ports.site}/`
          expect((await fetch(address, { method: 'PATCH', headers, body: title })).status).toBe(204)
          await pick(processes).get('tampering', '/@schedule')
          const before = await Promise.all(processes.map(one => one.get('site', '/@schedule')))
          for (const answer of before) if ((await answer.text()).includes('TAMPERED')) counts.tampered += 1
          await invalidate(round, by => by.invalidate(pick([{}, { function: 'garden/price' }])))
          for (const [i, one] of processes.entries()) {
            const tag = String(before[i]?.headers.get('etag'))
            const answer = await one.get('site', '/@schedule', { 'If-None-Match': tag })
            const text = await answer.text()
            expect([seed, answer.status, text]).toEqual([seed, 200, expect.not.stringContaining('TAMPERED')])
          }
        }

        /** Invalidates a single function through the cache server, often while a connection is failing. */
        async function roundOfFunction(round: number): Promise<void> {
          const lost = pick(processes)
          if (below(4) > 0) for (const one of processes) one.set(one === lost ? pick(failing) : 'passes')
          for (let i = below(8); i > 0; i--) await readPrice(lost, round - 1)
          await invalidate(round, by => by.invalidatePrice())
          await readFor(below(1000), round)
          if (below(4) > 0) lost.set(pick(['passes', { delay: 50 }]))
          await readFor(below(4000), round)
        }

        async function readFor(milliseconds: number, round: number): Promise<void> {
          for (const end = performance.now() + milliseconds; performance.now() < end; await delay(below(60))) {
            if (below(60) === 0) pick(processes).set(pick(modes))
            await readPrice(pick(processes), round)
          }
        }

        // Rounds without faults run until a tampered value has been observed, because the random rounds may never
        // produce one.
        for (let i = 0; i < 20 && counts.tampered === 0; i++) await roundOfSite(0)

        for (let round = 1; round <= rounds; round++) {
          for (const process of processes) process.set(pick(modes))
          if (below(4) === 0) pick(processes).proxy.cut()
          await (round % 2 === 0 ? roundOfSite(round) : roundOfFunction(round))
        }

        for (const process of processes) process.set('passes')
        await processes[0]?.invalidate({})
        acks.push({ price: rounds, by: processes[0] as Process, at: performance.now() })
        await delay(bound)
        for (const process of processes) expect(await process.price()).toBe(rounds)
        expect(counts.acknowledged).toBeGreaterThan(0)
        expect(counts.tampered).toBeGreaterThan(0)
      },
      rounds * 20_000,
    )
  },
)
