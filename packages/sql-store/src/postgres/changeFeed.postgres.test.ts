import type { NewEvent } from '@plenum/core/ports'
import { buildCreations, buildUser, freshDatabases, replicating, startPostgres, startStandby } from '@plenum/testkit'
import pg from 'pg'
import { type PostgresStore, postgresStore } from './store.js'

const fresh = freshDatabases(afterAll)

const eventNamed = (name: string): NewEvent => ({
  kind: 'settings',
  actor: null,
  time: 0,
  object: null,
  details: { name },
})

async function follow({ content }: PostgresStore, isLast: () => boolean): Promise<readonly number[]> {
  const positions: number[] = []
  for (;;) {
    const isEnd = isLast()
    const events = await content.read(reader => reader.events({ after: positions.at(-1) ?? 0, limit: 7 }))
    positions.push(...events.map(({ event }) => event.position))
    if (isEnd && events.length === 0) return positions
  }
}

describe('the change feed on PostgreSQL (docs/change-feed.md, Events, rule 2)', () => {
  it('has no position that a reader misses or reads twice, with writers in several processes', async () => {
    const url = await fresh()
    const stores = [await postgresStore({ url }), await postgresStore({ url }), await postgresStore({ url })]
    const [first] = stores
    if (!first) throw new Error('No store was opened.')
    await first.content.commit({ creates: buildCreations('/'), events: [eventNamed('root')] })
    let isWriting = true
    const readers = stores.map(store => follow(store, () => !isWriting))
    const rounds = Array.from({ length: 15 }, (_, i) => i)
    const write = async (store: PostgresStore, writer: number) => {
      for (const i of rounds) {
        const name = `w${writer}-${i}`
        await Promise.all([
          store.content.commit({
            creates: buildCreations(`/${name}`, `/${name}/a`),
            events: [eventNamed(name), eventNamed(`${name} again`)],
          }),
          store.content.commit({ creates: buildCreations('/'), events: [eventNamed('refused')] }),
          store.users.add(buildUser(name), eventNamed(`user ${name}`)),
          store.users.change([], () => ({ events: [eventNamed(`group ${name}`)] })),
          store.content.recordInvalidation(eventNamed(`invalidation ${name}`)),
        ])
      }
    }
    await Promise.all(stores.map(write))
    isWriting = false
    const expected = Array.from({ length: 1 + stores.length * rounds.length * 5 }, (_, i) => i + 1)
    for (const positions of await Promise.all(readers)) expect(positions).toEqual(expected)
    const names = (await first.content.read(reader => reader.events({ limit: 1000 }))).map(
      ({ event }) => event.details?.name,
    )
    expect(names).not.toContain('refused')
    expect(new Set(names).size).toBe(expected.length)
    for (const store of stores) await store.close()
  }, 120_000)

  it('is read through its indexes', async () => {
    const url = await fresh()
    const store = await postgresStore({ url })
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query(`
      INSERT INTO event (position, time, kind, mark, doc)
      SELECT i, i, CASE WHEN i % 1000 = 0 THEN 'people' ELSE 'changed' END, '', '{}' FROM generate_series(1, 50000) i;
      ANALYZE event`)
    const planOf = async (query: string) =>
      (await client.query(`EXPLAIN ${query}`)).rows.map(row => row['QUERY PLAN']).join('\n')
    expect(await planOf('SELECT doc FROM event WHERE position > 20000 ORDER BY position LIMIT 1000')).toContain(
      'Index Scan using event_pkey',
    )
    expect(
      await planOf(`SELECT doc FROM event WHERE position > 0
        AND kind IN ('sharing', 'people', 'settings', 'types', 'import', 'invalidation')
        ORDER BY position DESC LIMIT 25`),
    ).toContain('event_administrative')
    await client.end()
    await store.close()
  })

  it('has a new id after the first change on a promoted standby', async () => {
    const primary = await startPostgres(replicating)
    const first = await postgresStore({ url: primary.url })
    await first.content.commit({ events: [eventNamed('before')] })
    const idOf = async ({ content }: PostgresStore) => (await content.read(reader => reader.feedState())).id
    const original = await idOf(first)
    await first.content.commit({ events: [eventNamed('again')] })
    expect(await idOf(first)).toBe(original)
    await first.close()
    const reopened = await postgresStore({ url: primary.url })
    await reopened.content.commit({ events: [eventNamed('reopened')] })
    expect(await idOf(reopened)).toBe(original)
    await reopened.close()
    const standby = await startStandby(primary)
    const client = new pg.Client({ connectionString: standby.url })
    await client.connect()
    await client.query('SELECT pg_promote(true)')
    await client.end()
    const promoted = await postgresStore({ url: standby.url })
    expect(await idOf(promoted)).toBe(original)
    await promoted.content.commit({ events: [eventNamed('after')] })
    expect(await idOf(promoted)).not.toBe(original)
    await promoted.close()
    await standby.close()
    await primary.close()
  }, 120_000)
})
