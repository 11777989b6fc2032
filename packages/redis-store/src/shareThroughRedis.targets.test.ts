import { setTimeout as delay } from 'node:timers/promises'
import { createMemoizer, type MemoizeEvent } from '@plenum/memoize'
import { describeRedis, eventually, queryRedis, type RedisServer, startRedis } from '@plenum/testkit'
import { shareThroughRedis } from './shareThroughRedis.js'

describeRedis(describe, 'memoizers with local copies and tags', program => {
  let server: RedisServer
  let closing: (() => Promise<void>)[] = []
  beforeAll(async () => {
    server = await startRedis(program)
  })
  afterEach(async () => {
    await Promise.all(closing.map(close => close()))
    closing = []
  })
  afterAll(() => server.close())

  function start(prefix: string) {
    const shared = shareThroughRedis({ url: server.url, prefix, timeout: 5 }, { secret: 'swordfish' })
    const events: MemoizeEvent[] = []
    const channel = { hasSubscribers: true, publish: (event: MemoizeEvent) => void events.push(event) }
    const memoizer = createMemoizer({ shared, localFor: 60, events: channel })
    closing.push(async () => {
      await memoizer.settled()
      await shared.store.close()
    })
    return { memoizer, events }
  }

  const subscribed = (prefix: string, processes: number) =>
    eventually('the processes listen', async () =>
      `${await queryRedis(server.port, `PUBSUB NUMSUB ${prefix}:~i`)}`.endsWith(`:${processes}`),
    )

  it.each(['a function', 'one call', 'a tag', 'everything'])(
    'drop local copies when another process announces the invalidation of %s',
    async kind => {
      const prefix = kind.replace(/ /g, '-')
      const [a, b] = [start(prefix), start(prefix)]
      let version = 1
      const works = [a, b].map(({ memoizer }) =>
        memoizer.memoize({ name: 'work', tags: ['t'] }, async (x: number) => ({ x, version })),
      )
      await subscribed(prefix, 2)
      const callAll = () => Promise.all(works.map(work => work(1)))
      await works[0]?.(1)
      await a.memoizer.settled()
      await callAll()
      await callAll()
      version = 2
      if (kind === 'one call') await works[0]?.invalidate(1)
      else if (kind === 'a tag') await a.memoizer.invalidateTag('t')
      else await a.memoizer.invalidate(kind === 'everything' ? null : 'work')
      expect(await works[0]?.(1)).toEqual({ x: 1, version: 2 })
      await eventually('the other process drops its copy', async () => (await works[1]?.(1))?.version === 2)
      const remote = b.events.filter(event => event.kind === 'invalidated' && event.isRemote)
      expect([remote.length, a.events.filter(event => event.kind === 'invalidated' && event.isRemote)]).toEqual([1, []])
    },
  )

  it('drop local copies when the connection for announcements is lost', async () => {
    const [a, b] = [start('lost'), start('lost')]
    let version = 1
    const works = [a, b].map(({ memoizer }) => memoizer.memoize({ name: 'work' }, async () => version))
    await subscribed('lost', 2)
    for (const work of works) await work()
    await b.memoizer.settled()
    expect([await works[1]?.(), await works[1]?.()]).toEqual([1, 1])
    await queryRedis(server.port, 'CLIENT KILL TYPE pubsub')
    version = 2
    await a.memoizer.invalidate('work')
    await eventually('the other process reads again', async () => (await works[1]?.()) === 2)
    await subscribed('lost', 2)
    await delay(10)
  })

  it('read an expired value until one of them has renewed it', async () => {
    const [a, b] = [start('expired'), start('expired')]
    let runs = 0
    const options = { name: 'work', ttl: 0.3, staleFor: 60, localFor: 0 }
    const works = [a, b].map(({ memoizer }) => memoizer.memoize(options, async () => ++runs))
    expect(await works[0]?.()).toBe(1)
    await a.memoizer.settled()
    await delay(350)
    expect(await works[1]?.()).toBe(1)
    await b.memoizer.settled()
    await a.memoizer.settled()
    expect(await works[1]?.()).toBeGreaterThan(1)
  })
})
