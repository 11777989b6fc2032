import { setTimeout as delay } from 'node:timers/promises'
import { buildCreations, eventually, freshDatabases, uidFor } from '@plenum/testkit'
import fc from 'fast-check'
import pg from 'pg'
import { type PostgresStore, postgresStore } from '../store.js'

const fresh = freshDatabases(afterAll)

const opened: { end(): Promise<void> }[] = []

afterEach(async () => {
  for (const one of opened.splice(0)) await one.end()
})

async function openStore(url: string): Promise<PostgresStore['content']> {
  const { content, close } = await postgresStore({ url, readers: 2 })
  opened.push({ end: close })
  return content
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  opened.push(client)
  return client
}

const polls = ['/a', '/b']

async function newPolls() {
  const url = await fresh()
  const { commit, close } = await openStore(url)
  await commit({ creates: buildCreations('/', ...polls) })
  await close()
  const user = await connect(url)
  const ask = async <Row>(text: string): Promise<Row[]> => (await user.query(text)).rows
  const settled = () =>
    eventually(
      'the votes are settled',
      async () => (await ask('SELECT FROM tally WHERE settled <> casts')).length === 0,
    )
  return { url, ask, settled }
}

const ballot = (poll: string, id: string, option: number) => ({
  poll: uidFor(poll),
  revision: 0,
  voter: { kind: 'member' as const, id },
  options: [option],
  time: 5,
})

const names = (count: number) => Array.from({ length: count }, (_, i) => `voter-${100 + i}`)
const shuffled = <T>(items: readonly T[]) => fc.shuffledSubarray([...items], { minLength: items.length })

describe('votes of several processes', () => {
  it('count each voter once, even if all receive the same votes in several polls', async () => {
    const { url } = await newPolls()
    const processes = await Promise.all([openStore(url), openStore(url), openStore(url)])
    const voters = names(60)
    const votes = voters.flatMap(name =>
      processes.flatMap(({ cast }, i) => polls.map(poll => cast(ballot(poll, name, i)))),
    )
    const outcomes = await Promise.all(votes)
    expect(outcomes.filter(outcome => outcome === 'already-voted')).toHaveLength(240)
    for (const poll of polls) {
      const { counts, voters: counted } = await processes[0].read(reader => reader.ballots(uidFor(poll)))
      expect([...counts.values()].reduce((sum, count) => sum + count)).toBe(60)
      expect(counted).toEqual(voters.map(id => ({ kind: 'member', id })))
    }
  })

  it('that deadlock are retried, and no caller notices', async () => {
    const { url } = await newPolls()
    const { cast, read } = await openStore(url)
    for (const poll of polls) await cast(ballot(poll, 'first', 0))
    const other = await connect(url)
    const lock = (poll: string) =>
      `SELECT FROM tally WHERE seq = (SELECT seq FROM node WHERE uid = '${uidFor(poll)}') FOR UPDATE`
    await other.query(`BEGIN; ${lock('/b')}`)
    const both = Promise.all(polls.map(poll => cast(ballot(poll, 'ana', 0))))
    await delay(100)
    await other.query(`SET deadlock_timeout = '3s'; ${lock('/a')}; COMMIT`)
    expect((await both).map(outcome => typeof outcome)).toEqual(['object', 'object'])
    expect(await read(reader => reader.tally(uidFor('/b')))).toMatchObject({ voters: 2, casts: 2 })
  })
})

describe('the secrecy of votes', () => {
  /** SQL that finds voters whose system columns contain the id of a transaction that wrote other voting data. */
  const joins = `
    SELECT v.key FROM voters v JOIN tally t
    ON t.seq = v.seq AND (v.xmin IN (t.xmin, t.xmax) OR (v.xmax <> '0' AND v.xmax IN (t.xmin, t.xmax)))
    UNION
    SELECT v.key FROM voters v JOIN node n ON n.seq = v.seq AND (v.xmin IN (n.xmin, n.xmax))`

  it('is complete a second after the last vote: until then a join reveals the last voter', async () => {
    const { url, ask, settled } = await newPolls()
    const { cast } = await openStore(url)
    for (const name of ['zoe', 'ana']) await cast(ballot('/a', name, 0))
    expect(await ask(joins)).toContainEqual({ key: '"member:ana"' })
    await settled()
    expect(await ask(joins)).toEqual([])
  })

  // The databases must be equal, because any difference would reveal a voter's choice or the time of a vote.
  it('limits SQL and dumps to voters and totals, for any assignment and order', async () => {
    const voters = names(40)
    const picks = voters.map((_, i) => [0, 0, 0, 1, 1, 2][i % 6] ?? 0)
    const voting = fc.record({
      voters: shuffled(voters),
      picks: shuffled(picks),
      together: fc.integer({ min: 1, max: 9 }),
    })
    const traceOf = async ({ voters, picks, together }: { voters: string[]; picks: number[]; together: number }) => {
      const { url, ask, settled } = await newPolls()
      const processes = [await openStore(url), await openStore(url)]
      for (let i = 0; i < voters.length; i += together) {
        const group = voters.slice(i, i + together).entries()
        const cast = processes[i % 2]?.cast ?? (() => Promise.reject())
        await Promise.all([...group].map(([j, name]) => cast(ballot('/a', name, picks[i + j] ?? 0))))
        if (i % 5 === 0) await delay(fc.sample(fc.integer({ max: 300, min: 0 }), 1)[0])
      }
      await settled()
      return {
        joined: await ask(joins),
        transactions: await ask(
          'SELECT count(DISTINCT (xmin::text, xmax::text, cmin::text, cmax::text))::int FROM voters',
        ),
        order: (await ask<{ key: string }>('SELECT key FROM voters ORDER BY ctid')).map(({ key }) => key),
        dump: await ask('SELECT * FROM voters'),
        tally: await ask('SELECT seq, epoch, counts, voters, casts, last_vote, settled FROM tally'),
      }
    }
    const expected = await traceOf({ voters, picks, together: 1 })
    expect(expected).toMatchObject({ joined: [], transactions: [{ count: 1 }] })
    const property = fc.asyncProperty(voting, async sample => expect(await traceOf(sample)).toEqual(expected))
    await fc.assert(property, { numRuns: 5 })
  }, 120_000)

  it('leaves no previous count behind, even if a transaction has locked it for a while', async () => {
    const { url, ask, settled } = await newPolls()
    const reader = await connect(url)
    const { cast } = await openStore(url)
    await cast(ballot('/a', 'ana', 0))
    await reader.query('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT FROM tally')
    await cast(ballot('/a', 'bob', 1))
    await settled()
    expect(await formerRows(url)).toBeGreaterThan(0)
    await reader.query('COMMIT')
    const dead = `SELECT FROM pg_stat_all_tables WHERE relname = 'tally' AND n_dead_tup > 0`
    await eventually('it is vacuumed', async () => (await ask(dead)).length === 0)
    expect(await formerRows(url)).toBe(0)
  })

  it('is completed by the next process if one was killed before', async () => {
    const { url, ask, settled } = await newPolls()
    const { cast, close } = await openStore(url)
    await cast(ballot('/a', 'ana', 0))
    await settled()
    await close()
    await ask(
      `BEGIN; UPDATE tally SET casts = casts + 1; INSERT INTO voters SELECT seq, '"member:bob"' FROM tally; COMMIT`,
    )
    expect(await ask(joins)).toEqual([{ key: '"member:bob"' }])
    await openStore(url)
    await settled()
    expect(await ask(joins)).toEqual([])
  })

  it('is complete immediately when the store is closed', async () => {
    const { url, ask } = await newPolls()
    const { cast, close } = await openStore(url)
    await cast(ballot('/a', 'ana', 0))
    await close()
    expect(await ask(joins)).toEqual([])
  })
})

async function formerRows(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  let notices = ''
  client.on('notice', ({ message }) => (notices += message))
  await client.connect()
  await client.query('VACUUM (VERBOSE) tally')
  await client.end()
  const [, removed, dead] = /tuples: (\d+) removed, \d+ remain, (\d+) are dead/.exec(notices) ?? []
  return Number(removed) + Number(dead)
}
