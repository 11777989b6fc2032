import { setTimeout as delay } from 'node:timers/promises'
import { minuteCounts } from '@plenum/core'
import { describeRedis, freePort, minuteCountSuite, type RedisServer, startRedis } from '@plenum/testkit'
import { connectRedis } from './connection/connectRedis.js'
import { type CountingOptions, countThroughRedis } from './countThroughRedis.js'

let prefixes = 0

function openCounts(url: string, options: Partial<CountingOptions> = {}) {
  const nodes = connectRedis({ url, timeout: 20 })
  const spare = minuteCounts(() => performance.now())
  const counts = countThroughRedis({ nodes, prefix: 'test', timeout: 20, retryAfter: 1, spare, ...options })
  return { counts, close: async () => nodes.close() }
}

describeRedis(describe, 'counts in Redis', program => {
  let server: RedisServer
  beforeAll(async () => {
    server = await startRedis(program)
  })
  afterAll(() => server.close())

  minuteCountSuite({ describe, it }, 'the port', async () => {
    const options = { prefix: `counts${prefixes++}`, minute: 3 }
    const [mine, theirs] = [openCounts(server.url, options), openCounts(server.url, options)]
    return {
      counts: mine.counts,
      other: theirs.counts,
      elapseMinute: () => delay(3100),
      close: async () => void (await Promise.all([mine.close(), theirs.close()])),
    }
  })

  it('have keys without names or addresses, which expire with their minute', async () => {
    const { counts, close } = openCounts(server.url, { prefix: 'keys', minute: 0.3 })
    await counts('votes').add('192.0.2.1')
    const nodes = connectRedis({ url: server.url, timeout: 2 })
    const keys = async () => String(await nodes.send('keys', ['KEYS', 'keys:*']))
    const listing = await keys()
    await delay(400)
    const left = await keys()
    nodes.close()
    await close()
    expect(listing).toMatch(/^keys:~c:votes:[\w-]{43}$/)
    expect(left).toBe('')
  })

  it('continue in this process while the server hangs, after one timeout', async () => {
    const own = await startRedis(program)
    const { counts, close } = openCounts(own.url, { timeout: 0.2, retryAfter: 60 })
    const count = counts('logins')
    const before = await count.add('ada')
    own.pause()
    const begun = performance.now()
    expect((await count.add('ada')).times).toBe(1)
    for (let i = 2; i <= 50; i++) expect((await count.add('ada')).times).toBe(i)
    await count.takeBack('ada', before)
    expect((await count.look('ada')).times).toBe(50)
    expect(performance.now() - begun).toBeLessThan(5000)
    await close()
    await own.close()
  })
})

it('counts continue in this process if no server is available', async () => {
  const { counts, close } = openCounts(`redis://127.0.0.1:${await freePort()}`)
  const count = counts('logins')
  expect([(await count.add('ada')).times, (await count.add('ada')).times]).toEqual([1, 2])
  await close()
})
