import { type Parts, voterOfKey } from '@plenum/core/ports'
import type { Connection } from '../../shared/connection.js'
import { sql } from '../../shared/sql.js'
import { seqsOf } from '../../shared/whole/fill/danglingParts.js'
import type { VoteParts } from '../../shared/whole/voteParts.js'
import { storedKey } from './storedKey.js'
import { addTallies, type TallyRow, tallyColumns, tallyOf, writeTallies } from './tallyRows.js'

/** The votes in a PostgreSQL database, for backup and restore. */
export const votePartsIn = (connection: Connection): VoteParts => ({
  counts: () => countsIn(connection),
  votes: () => tallies(connection),
  voter: () => voters(connection),
  fillVotes: async votes => {
    const seqOf = await seqsOf(
      connection,
      'votes',
      votes.map(({ poll }) => poll),
    )
    const rows = votes.map(({ poll, tally }) => ({ seq: seqOf(poll), ...tally }))
    await addTallies(
      connection,
      votes.map(({ poll }) => poll),
    )
    await writeTallies(connection, rows)
  },
  fillVoters: voters => insertVoters(connection, voters),
})

async function countsIn(connection: Connection): Promise<{ readonly votes: number; readonly voter: number }> {
  const row = await connection.row<{ votes: number; voter: number }>(sql`
    SELECT (SELECT count(*) FROM tally WHERE casts > 0) AS votes, (SELECT count(*) FROM voters) AS voter`)
  return { votes: row?.votes ?? 0, voter: row?.voter ?? 0 }
}

const pollBatch = 32

/** A row without casts only stores the revision of its poll. */
async function* tallies(connection: Connection): AsyncGenerator<readonly Parts['votes'][]> {
  for (let last = -1; ; ) {
    const rows = await connection.rows<TallyRow & { readonly seq: number; readonly poll: string }>(sql`
      SELECT t.seq, n.uid AS poll, ${tallyColumns} FROM tally t JOIN node n ON n.seq = t.seq
      WHERE t.casts > 0 AND t.seq > ${last} ORDER BY t.seq LIMIT ${pollBatch}`)
    if (rows.length === 0) return
    last = rows.at(-1)?.seq ?? last
    yield rows.map(({ seq: _seq, poll, ...row }) => ({ poll, tally: tallyOf(row) }))
  }
}

interface VoterRow {
  readonly seq: number
  readonly key: string
  readonly poll: string
}

const voterBatch = 100

/** Sorted by key. */
async function* voters(connection: Connection): AsyncGenerator<readonly Parts['voter'][]> {
  for (let last = { seq: -1, key: '' }; ; ) {
    const rows = await connection.rows<VoterRow>(sql`
      SELECT v.seq, v.key, (SELECT n.uid FROM node n WHERE n.seq = v.seq) AS poll FROM voters v
      WHERE (v.seq, v.key) > (${last.seq}, ${last.key}) ORDER BY v.seq, v.key LIMIT ${voterBatch}`)
    const end = rows.at(-1)
    if (!end) return
    last = end
    yield rows.map(({ poll, key }) => ({ poll, voter: voterOfKey(JSON.parse(key) as string) }))
  }
}

async function insertVoters(connection: Connection, voters: readonly Parts['voter'][]): Promise<void> {
  const seqOf = await seqsOf(
    connection,
    'voter',
    voters.map(({ poll }) => poll),
  )
  for (const poll of new Set(voters.map(({ poll }) => poll))) {
    const keys = voters.filter(voter => voter.poll === poll).map(({ voter }) => storedKey(voter))
    await connection.run(sql`
      INSERT INTO voters (seq, key)
      SELECT ${seqOf(poll)}::bigint, v.key FROM json_array_elements_text(${JSON.stringify(keys)}::json) v (key)
      ON CONFLICT DO NOTHING`)
  }
}
