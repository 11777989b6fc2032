import { setTimeout as delay } from 'node:timers/promises'
import { eventually, freshDatabases } from '@plenum/testkit'
import fc from 'fast-check'
import pg from 'pg'
import type { WritingConnection } from '../../connection.js'
import type { Sql } from '../../sql.js'
import { createWriter } from '../../writer.js'
import { ballotTables } from './ballotTables.js'
import { postgresVotes } from './postgresVotes.js'
import { ballotReader } from './readBallots.js'

const fresh = freshDatabases(afterAll)

const clients: pg.Client[] = []
const stops: (() => Promise<void>)[] = []

afterEach(async () => {
  await Promise.all(stops.splice(0).map(stop => stop()))
  await Promise.all(clients.splice(0).map(client => client.end()))
})

async function connect(url: string): Promise<WritingConnection> {
  const client = new pg.Client({ connectionString: url })
  clients.push(client)
  await client.connect()
  const query = ({ text, values }: Sql) => {
    let place = 0
    return client.query({
      text: text.replaceAll('?', () => `$${++place}`),
      values: [...values],
      types: { getTypeParser },
    })
  }
  return {
    rows: async (given: Sql) => (await query(given)).rows,
    run: async (given: Sql) => (await query(given)).rowCount ?? 0,
    exec: async (text: string) => void (await client.query(text)),
    commit: async () => void (await client.query('COMMIT')),
    rollBack: async () => void (await client.query('ROLLBACK')),
  } as unknown as WritingConnection
}

const getTypeParser = ((id: number, format: 'text') =>
  id === 20 ? Number : pg.types.getTypeParser(id, format)) as never

/** The votes of one server process. */
async function openVotes(url: string) {
  const connection = await connect(url)
  const begin = async () => connection.exec('BEGIN')
  const writer = createWriter(connection, {
    begin,
    onCommit: () => {},
    writeWait: 10_000,
    faultOf: error => error,
    afterLoss: () => 'each',
  })
  const votes = postgresVotes({ writer, aside: await connect(url) })
  stops.push(votes.stop)
  return votes
}

async function newPolls() {
  const url = await fresh()
  const connection = await connect(url)
  await connection.exec(`
    CREATE TABLE node (seq bigint PRIMARY KEY, uid text UNIQUE, revision integer NOT NULL);
    INSERT INTO node VALUES (1, 'a', 0), (2, 'b', 0);
    ${ballotTables}`)
  const ask = async <Row>(text: string): Promise<Row[]> => connection.rows<Row>({ text, values: [] })
  const settled = () =>
    eventually(
      'the votes are settled',
      async () => (await ask('SELECT FROM tally WHERE settled <> casts')).length === 0,
    )
  return { url, connection, ask, settled }
}

const ballot = (poll: string, id: string, option: number) => ({
  poll,
  revision: 0,
  voter: { kind: 'member' as const, id },
  options: [option],
  time: 5,
})

const names = (count: number) => Array.from({ length: count }, (_, i) => `voter-${100 + i}`)
const shuffled = <T>(items: readonly T[]) => fc.shuffledSubarray([...items], { minLength: items.length })

describe('votes of several processes', () => {
  it('count everybody once, though all let the same people vote in several polls', async () => {
    const { url, connection } = await newPolls()
    const processes = await Promise.all([openVotes(url), openVotes(url), openVotes(url)])
    const voters = names(60)
    const votes = voters.flatMap(name =>
      processes.flatMap(({ cast }, i) => ['a', 'b'].map(poll => cast(ballot(poll, name, i)))),
    )
    const outcomes = await Promise.all(votes)
    expect(outcomes.filter(outcome => outcome === 'already-voted')).toHaveLength(240)
    for (const poll of ['a', 'b']) {
      const { counts, voters: counted } = await ballotReader(connection).ballots(poll)
      expect([...counts.values()].reduce((sum, count) => sum + count)).toBe(60)
      expect(counted).toEqual(voters.map(id => ({ kind: 'member', id })))
    }
  })

  it('that wait for each other are cast again: no deadlock reaches a caller', async () => {
    const { url, connection } = await newPolls()
    const { cast } = await openVotes(url)
    for (const poll of ['a', 'b']) await cast(ballot(poll, 'first', 0))
    const other = await connect(url)
    await other.exec('BEGIN; SELECT FROM tally WHERE seq = 2 FOR UPDATE')
    const both = Promise.all([cast(ballot('a', 'ana', 0)), cast(ballot('b', 'ana', 0))])
    await delay(100)
    await other.exec("SET deadlock_timeout = '10s'; SELECT FROM tally WHERE seq = 1 FOR UPDATE; COMMIT")
    expect((await both).map(outcome => typeof outcome)).toEqual(['object', 'object'])
    expect(await ballotReader(connection).tally('b')).toMatchObject({ voters: 2, casts: 2 })
  })
})

describe('the secrecy of votes', () => {
  /** All voters of whom a system column says in which transaction something else of votes was written. */
  const joins = `
    SELECT v.key FROM voters v JOIN tally t
    ON t.seq = v.seq AND (v.xmin IN (t.xmin, t.xmax) OR (v.xmax <> '0' AND v.xmax IN (t.xmin, t.xmax)))
    UNION
    SELECT v.key FROM voters v JOIN node n ON n.seq = v.seq AND (v.xmin IN (n.xmin, n.xmax))`

  it('needs what is done a second after the last vote: before, a join finds who voted last', async () => {
    const { url, ask, settled } = await newPolls()
    const { cast } = await openVotes(url)
    for (const name of ['zoe', 'ana']) await cast(ballot('a', name, 0))
    expect(await ask(joins)).toContainEqual({ key: '"member:ana"' })
    await settled()
    expect(await ask(joins)).toEqual([])
  })

  // A difference between two such databases would reveal something about who voted for what, or when.
  it('lets no SQL and no dump tell more than who voted and what was picked, whoever did in whatever order', async () => {
    const voters = names(40)
    const picks = voters.map((_, i) => [0, 0, 0, 1, 1, 2][i % 6] ?? 0)
    const voting = fc.record({
      voters: shuffled(voters),
      picks: shuffled(picks),
      together: fc.integer({ min: 1, max: 9 }),
    })
    const seen = async ({ voters, picks, together }: { voters: string[]; picks: number[]; together: number }) => {
      const { url, ask, settled } = await newPolls()
      const processes = [await openVotes(url), await openVotes(url)]
      for (let i = 0; i < voters.length; i += together) {
        const group = voters.slice(i, i + together).entries()
        const cast = processes[i % 2]?.cast ?? (() => Promise.reject())
        await Promise.all([...group].map(([j, name]) => cast(ballot('a', name, picks[i + j] ?? 0))))
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
    const expected = await seen({ voters, picks, together: 1 })
    expect(expected).toMatchObject({ joined: [], transactions: [{ count: 1 }] })
    const property = fc.asyncProperty(voting, async given => expect(await seen(given)).toEqual(expected))
    await fc.assert(property, { numRuns: 5 })
  }, 120_000)

  it('leaves no former count behind, also when somebody has looked at it for a while', async () => {
    const { url, settled } = await newPolls()
    const reader = await connect(url)
    const { cast } = await openVotes(url)
    await cast(ballot('a', 'ana', 0))
    await reader.exec('BEGIN ISOLATION LEVEL REPEATABLE READ')
    await ballotReader(reader).tally('a')
    await cast(ballot('a', 'bob', 1))
    await settled()
    expect(await formerRows(url)).toBeGreaterThan(0)
    await reader.exec('COMMIT')
    await delay(2500)
    expect(await formerRows(url)).toBe(0)
  })

  it('is kept by whoever starts next where a process ended before', async () => {
    const { url, ask, settled } = await newPolls()
    const connection = await connect(url)
    await connection.exec('BEGIN')
    const { castBallots } = await import('./castBallots.js')
    await castBallots(connection, [{ ballot: ballot('a', 'ana', 0) }])
    await connection.exec('COMMIT')
    expect(await ask(joins)).toHaveLength(1)
    await openVotes(url)
    await settled()
    expect(await ask(joins)).toEqual([])
  })
})

/** Rows of tallies that were overwritten and are still in the file. Removes them where it can. */
async function formerRows(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  let told = ''
  client.on('notice', ({ message }) => (told += message))
  await client.connect()
  await client.query('VACUUM (VERBOSE) tally')
  await client.end()
  const [, removed, kept] = /tuples: (\d+) removed, \d+ remain, (\d+) are dead/.exec(told) ?? []
  return Number(removed) + Number(kept)
}
