import { freshDatabases } from '@plenum/testkit'
import pg from 'pg'
import type { Connection } from '../../connection.js'
import type { Sql } from '../../sql.js'
import { ballotTables } from './ballotTables.js'
import { castBallots } from './castBallots.js'
import { ballotReader } from './readBallots.js'
import { scatterVoters, separateTally, unsettledPolls } from './scatterVoters.js'

const fresh = freshDatabases(afterAll)

let client: pg.Client
let connection: Connection

beforeEach(async () => {
  client = new pg.Client({ connectionString: await fresh() })
  await client.connect()
  await client.query(`
    CREATE TABLE node (seq bigint PRIMARY KEY, uid text UNIQUE, revision integer NOT NULL);
    INSERT INTO node VALUES (1, 'a', 0), (2, 'b', 3);
    ${ballotTables}`)
  connection = connectionOf(client)
})

afterEach(() => client.end())

function connectionOf(client: pg.Client): Connection {
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
  } as unknown as Connection
}

const getTypeParser = ((id: number, format: 'text') =>
  id === 20 ? Number : pg.types.getTypeParser(id, format)) as never

const ballot = (poll: string, revision: number, id: string, options = [0]) => ({
  ballot: { poll, revision, voter: { kind: 'member' as const, id }, options, time: 5 },
})

async function cast(...ballots: ReturnType<typeof ballot>[]) {
  await client.query('BEGIN')
  const outcomes = await castBallots(connection, ballots)
  await client.query('COMMIT')
  return outcomes.map(outcome => (typeof outcome === 'string' ? outcome : outcome.casts))
}

describe('votes of one transaction', () => {
  it('are decided one by one, in order, each for its poll', async () => {
    const mixed = [
      ballot('a', 0, 'ana'),
      ballot('b', 2, 'ana'),
      ballot('a', 0, 'x\0\ud800', [7]),
      ballot('a', 0, 'ana', [9]),
      ballot('b', 3, 'ana', [1, 2]),
      ballot('c', 0, 'ana'),
    ]
    expect(await cast(...mixed)).toEqual([1, 'moved', 2, 'already-voted', 1, 'moved'])
    expect(await cast(ballot('a', 0, 'ana'), ballot('a', 0, 'bob'))).toEqual(['already-voted', 3])
    const { ballots } = ballotReader(connection)
    const member = (id: string) => ({ kind: 'member', id })
    expect(await ballots('a')).toEqual({
      counts: new Map([
        [0, 2],
        [7, 1],
      ]),
      voters: ['ana', 'bob', 'x\0\ud800'].map(member),
    })
    expect(await ballots('b')).toEqual({
      counts: new Map([
        [1, 1],
        [2, 1],
      ]),
      voters: [member('ana')],
    })
  })
})

describe('rows of votes', () => {
  const joined = async () =>
    (await client.query('SELECT v.key FROM voters v JOIN tally t ON t.seq = v.seq AND t.xmin = v.xmin')).rows

  it('stand side by side when they are written, and no more when they were written anew', async () => {
    for (const name of ['zoe', 'bob', 'ana']) await cast(ballot('a', 0, name))
    expect(await joined()).toEqual([{ key: '"member:ana"' }])
    expect(await unsettledPolls(connection)).toEqual([{ seq: 1, voters: 3 }])
    const scattered = await scatterVoters(connection, 1, '')
    expect(scattered).toEqual({ casts: 3, last: null })
    await separateTally(connection, 1, 3)
    expect(await joined()).toEqual([])
    expect(await unsettledPolls(connection)).toEqual([])
    const { rows } = await client.query('SELECT key, xmin FROM voters ORDER BY ctid')
    expect(rows.map(({ key }) => key)).toEqual(['"member:ana"', '"member:bob"', '"member:zoe"'])
    expect(new Set(rows.map(({ xmin }) => xmin)).size).toBe(1)
  })
})
