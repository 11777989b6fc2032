import { setTimeout as delay } from 'node:timers/promises'
import { createMemoizer, defaultMemoizeSettings } from '@plenum/memoize'
import { describeRedis, type FaultyProxy, type RedisServer, startFaultyProxy, startRedis } from '@plenum/testkit'
import { shareThroughRedis } from './shareThroughRedis.js'

describeRedis(describe, 'two processes, one of them on a faulty connection', program => {
  let server: RedisServer
  let proxy: FaultyProxy
  let opened: { close(): Promise<void> }[] = []
  beforeEach(async () => {
    server = await startRedis(program)
    proxy = await startFaultyProxy(server.port)
  })
  afterEach(async () => {
    for (const { close } of opened) await close()
    opened = []
    await proxy.close()
    await server.close()
  })

  let price = 0
  function start(port: number, options = {}) {
    const settings = { ...defaultMemoizeSettings, url: `redis://127.0.0.1:${port}` }
    const shared = shareThroughRedis(settings, options)
    const memoizer = createMemoizer({ settings, shared, clock: () => performance.now() })
    const priced = memoizer.memoize({ name: 'price' }, (_: string) => price)
    opened.push({ close: () => shared.store.close() })
    const open = async () => (await memoizer.status()).breaker?.open
    return { memoizer, priced, open }
  }

  async function stale({ priced }: ReturnType<typeof start>, item = 'a'): Promise<number> {
    const begun = performance.now()
    let last = begun
    while (performance.now() - begun < 3000) {
      if ((await priced(item)) !== price) last = performance.now()
      await delay(20)
    }
    return last - begun
  }

  async function changePrice(by: ReturnType<typeof start>): Promise<void> {
    price += 1
    expect(await by.memoizer.invalidate('price')).toMatchObject({ kind: 'invalidated' })
  }

  it('serve no stale value after a single late answer (docs/caching.md, Breaker)', async () => {
    const [x, y] = [start(server.port), start(proxy.port)]
    await y.priced('a')
    await y.memoizer.settled()
    proxy.mode = { delay: 400 }
    await y.priced('a')
    proxy.mode = 'passes'
    expect(await y.open()).toBe(false)
    await changePrice(x)
    expect(await stale(y)).toBe(0)
  })

  it.each(['swallows', { delay: 400 }] as const)(
    'wait three times while the connection %j, and serve stale values for at most two seconds after it recovers',
    async mode => {
      const [x, y] = [start(server.port), start(proxy.port)]
      await y.priced('a')
      await y.memoizer.settled()
      proxy.mode = mode
      const times: number[] = []
      for (let i = 0; i < 40; i++) {
        const begun = performance.now()
        await y.priced(`${i}`)
        await y.priced('a')
        times.push(performance.now() - begun)
        await delay(50)
      }
      expect(times.filter(time => time > 200).length).toBeLessThanOrEqual(3)
      expect(await y.open()).toBe(true)
      await changePrice(x)
      await y.priced('a')
      proxy.mode = 'passes'
      expect(await stale(y)).toBeLessThan(2000)
      expect(await y.open()).toBe(false)
    },
  )

  it('immediately abandon a server that refuses connections, and find it when it returns', async () => {
    const { port } = server
    await server.kill()
    const y = start(port)
    await y.priced('a')
    expect(await y.open()).toBe(true)
    await server.restart()
    await delay(2000)
    expect(await y.open()).toBe(false)
  })

  it('may configure a breaker that opens on the first failure', async () => {
    const y = start(proxy.port, { threshold: 1 })
    await y.priced('a')
    await y.memoizer.settled()
    proxy.mode = { delay: 400 }
    await y.priced('a')
    proxy.mode = 'passes'
    expect(await y.open()).toBe(true)
  })
})
