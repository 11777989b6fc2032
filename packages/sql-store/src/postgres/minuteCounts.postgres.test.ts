import { setTimeout as delay } from 'node:timers/promises'
import { freshDatabases, minuteCountSuite } from '@plenum/testkit'
import { postgresMinuteCounts } from './minuteCounts.js'
import { openPool } from './server/openPool.js'
import { postgresStore } from './store.js'

const fresh = freshDatabases(afterAll)

let url: Promise<string> | undefined

async function prepared(): Promise<string> {
  url ??= fresh().then(async address => {
    await (await postgresStore({ url: address })).close()
    return address
  })
  return url
}

async function open(minute: number) {
  const pools = await Promise.all([1, 2].map(async () => openPool({ url: await prepared(), size: 2 })))
  await pools[0]?.query('TRUNCATE minute_count')
  const [counts, other] = pools.map(pool => postgresMinuteCounts(pool, minute))
  if (!counts || !other) throw new Error('There are two pools.')
  return { pools, counts, other, close: async () => void (await Promise.all(pools.map(pool => pool.end()))) }
}

minuteCountSuite({ describe, it }, 'counters of a minute in PostgreSQL', async () => {
  const opened = await open(3000)
  return { ...opened, elapseMinute: () => delay(3100) }
})

describe('counters of a minute in PostgreSQL', () => {
  it('have rows without names or addresses, which are deleted after the minute', async () => {
    const { pools, counts, close } = await open(200)
    await counts('votes').add('192.0.2.1')
    const rows = async () => (await pools[0]?.query('SELECT name, key FROM minute_count'))?.rows
    expect(await rows()).toEqual([{ name: 'votes', key: expect.stringMatching(/^[\w-]{43}$/) }])
    await delay(1800)
    expect(await rows()).toEqual([])
    await close()
  })

  it('continue in this process while the database does not answer', async () => {
    const { counts, close } = await open(60_000)
    await close()
    const count = counts('logins')
    const added = [await count.add('ada'), await count.add('ada')]
    expect(added.map(({ times }) => times)).toEqual([1, 2])
    await count.takeBack('ada', added[1] ?? { times: 0, wait: 0, end: 0 })
    expect((await count.look('ada')).times).toBe(1)
  })
})
