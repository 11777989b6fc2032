import { noVotes, type Tally, voterOfKey } from '@plenum/core/ports'
import type { BallotReader } from '../../shared/content/contentReader.js'
import { type Connection, hasRow, sql } from '../../shared/sql.js'
import { storedKey, type TallyRow, tallyColumns, tallyOf } from './tallyRows.js'

export const ballotReader = (connection: Connection): BallotReader => ({
  tally: uid => readTally(connection, uid),
  hasVoted: (uid, voter) =>
    hasRow(
      connection,
      sql`SELECT 1 FROM node n JOIN voters v ON v.seq = n.seq WHERE n.uid = ${uid} AND v.key = ${storedKey(voter)}`,
    ),
  ballots: async uid => {
    const rows = await connection.rows<{ key: string }>(
      sql`SELECT v.key FROM node n JOIN voters v ON v.seq = n.seq WHERE n.uid = ${uid}`,
    )
    const { counts } = await readTally(connection, uid)
    const keys = rows.map(({ key }) => JSON.parse(key) as string).sort()
    return { counts, voters: keys.map(voterOfKey) }
  },
})

async function readTally(connection: Connection, uid: string): Promise<Tally> {
  const [row] = await connection.rows<TallyRow>(
    sql`SELECT ${tallyColumns} FROM node n JOIN tally t ON t.seq = n.seq WHERE n.uid = ${uid}`,
  )
  return row ? tallyOf(row) : noVotes
}
