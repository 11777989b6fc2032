import type { ContentStore } from '@plenum/core/ports'
import {
  buildCreation,
  buildCreations,
  buildUser,
  eventually,
  type PostgresServer,
  replicating,
  startPostgres,
  startSlowProxy,
  startStandby,
} from '@plenum/testkit'
import pg from 'pg'
import { type PostgresStore, postgresStore } from '../store.js'
import type { Replica } from './openReplicas.js'

let primary: PostgresServer
let standby: PostgresServer
let store: PostgresStore
let paths = 0

beforeAll(async () => {
  primary = await startPostgres(replicating)
  const first = await postgresStore({ url: primary.url })
  await first.content.commit({ creates: buildCreations('/') })
  await first.close()
  standby = await startStandby(primary)
}, 60_000)

afterAll(async () => {
  await standby?.close()
  await primary?.close()
})

afterEach(() => store?.close())

async function open(maxLag = 1000, urls: readonly string[] = [standby.url]) {
  store = await postgresStore({ url: primary.url, readers: 2, replicas: { urls, maxLag } })
  return store
}

const used = (): Replica | null => store.replicas?.choose() ?? null
const inUse = async (): Promise<Replica> => {
  await eventually('a replica is used', () => used() !== null)
  return used() as Replica
}
const leftOut = (problem: string) =>
  eventually(`the replica is left out: ${problem}`, () => {
    const [one] = store.replicas?.all ?? []
    return used() === null && one?.counts().problem === problem
  })

async function tell(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

const newPath = () => `/p${++paths}`
const add = (path: string) => store.content.commit({ creates: [buildCreation(path)] })
const has = async ({ read }: Pick<ContentStore, 'read'>, path: string) =>
  (await read(reader => reader.open(path))).exists

describe('a replica (docs/operate.md, Replicas)', () => {
  it('answers reads of content and users with all that the primary has committed', async () => {
    await open()
    const replica = await inUse()
    const path = newPath()
    await add(path)
    await store.users.add(buildUser('zoe'))
    await eventually('it has followed', () => has(replica.content, path))
    expect((await replica.users.user('zoe'))?.id).toBe('zoe')
    expect(replica.counts().reads.times).toBeGreaterThan(0)
  })

  it('is excluded while it lags too far behind, and used again when it has caught up', async () => {
    await open(500)
    const replica = await inUse()
    await tell(standby.url, 'SELECT pg_wal_replay_pause()')
    const path = newPath()
    await add(path)
    const acknowledged = performance.now()
    const delays: number[] = []
    await eventually('it is left out', () => {
      if (used() === null) return true
      delays.push(performance.now() - acknowledged)
      return false
    })
    expect(Math.max(0, ...delays)).toBeLessThan(500)
    expect(await has(replica.content, path)).toBe(false)
    expect(replica.counts().problem).toBe('behind')
    await tell(standby.url, 'SELECT pg_wal_replay_resume()')
    expect(await has((await inUse()).content, path)).toBe(true)
  })

  it('may be used regardless of the time since the last write', async () => {
    await open(500)
    await inUse()
    await new Promise(resolve => setTimeout(resolve, 1500))
    await inUse()
  })

  it('has another state after each change of content, users and votes', async () => {
    await open()
    const replica = await inUse()
    const before = await replica.content.state()
    expect(await replica.content.state()).toEqual(before)
    await add(newPath())
    await eventually('content is another', async () => (await replica.content.state()).content !== before.content)
    const people = await replica.users.state()
    await store.users.add(buildUser('max'))
    await eventually('people are others', async () => (await replica.users.state()) !== people)
    const { votes } = await replica.content.state()
    await tell(primary.url, 'CREATE TABLE IF NOT EXISTS other (id integer)')
    await eventually('votes may be others', async () => (await replica.content.state()).votes !== votes)
  })

  it('that is killed during a read is replaced by the primary, and its cached state is dropped', async () => {
    await open()
    const replica = await inUse()
    const before = await replica.content.state()
    const opened = await replica.content.read(async reader => {
      await standby.kill()
      return reader.open(newPath())
    })
    expect(opened.lineage.length).toBe(1)
    // The child processes of a killed server terminate slightly later than the server, so the first reads may still
    // succeed.
    await eventually('the primary is asked', async () => {
      expect((await replica.content.read(reader => reader.open(newPath()))).lineage.length).toBe(1)
      return replica.counts().fallbacks > 0
    })
    await leftOut('silent')
    expect((await replica.content.state()).content).toBe((await store.content.state()).content)
    await standby.restart()
    await inUse()
    expect((await replica.content.state()).content).not.toBe(before.content)
    expect(await has(replica.content, '/')).toBe(true)
  }, 60_000)

  it('that hangs is excluded, and its pending reads go to the primary', async () => {
    const proxied = await startSlowProxy(standby.port)
    const url = Object.assign(new URL(standby.url), { port: String(proxied.port) }).href
    await open(1000, [url])
    const replica = await inUse()
    expect(await has(replica.content, '/')).toBe(true)
    const begun = performance.now()
    proxied.delay = 3000
    expect(await has(replica.content, '/')).toBe(true)
    expect(performance.now() - begun).toBeLessThan(3000)
    await leftOut('silent')
    proxied.delay = 0
    expect(await has((await inUse()).content, '/')).toBe(true)
    await proxied.close()
  })

  it('of another database, or without replication, is never used', async () => {
    await open(1000, [primary.url])
    await leftOut('no-standby')
    await store.close()
    const other = await startPostgres(replicating)
    const follower = await startStandby(other)
    await open(60_000, [follower.url])
    await leftOut('foreign')
    await follower.close()
    await other.close()
  })
})
