import { type Ballots, noVotes, type Tally, type Voter } from '@plenum/core/ports'
import { type Connection, hasRow } from '../../shared/connection.js'
import { sql } from '../../shared/sql.js'
import { storedKey, type TallyRow, tallyColumns, tallyOf, votersOf } from './tallyRows.js'

/** The votes in a snapshot; without votes if the poll does not exist. */
export const ballotReader = (connection: Connection) => ({
  tally: (poll: string) => readTally(connection, poll),
  hasVoted: (poll: string, voter: Voter) => hasVoted(connection, poll, voter),
  ballots: (poll: string) => readBallots(connection, poll),
})

async function readTally(connection: Connection, uid: string): Promise<Tally> {
  const [row] = await connection.rows<TallyRow>(
    sql`SELECT ${tallyColumns} FROM node n JOIN tally t ON t.seq = n.seq WHERE n.uid = ${uid}`,
  )
  return row ? tallyOf(row) : noVotes
}

async function hasVoted(connection: Connection, uid: string, voter: Voter): Promise<boolean> {
  return await hasRow(
    connection,
    sql`SELECT 1 FROM node n JOIN voters v ON v.seq = n.seq WHERE n.uid = ${uid} AND v.key = ${storedKey(voter)}`,
  )
}

async function readBallots(connection: Connection, uid: string): Promise<Ballots> {
  const rows = await connection.rows<{ key: string }>(
    sql`SELECT v.key FROM node n JOIN voters v ON v.seq = n.seq WHERE n.uid = ${uid}`,
  )
  const { counts } = await readTally(connection, uid)
  return { counts, voters: votersOf(rows.map(({ key }) => key)) }
}
