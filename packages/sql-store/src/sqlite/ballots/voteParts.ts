import { type Parts, voterKey, voterOfKey } from '@plenum/core/ports'
import { sql } from '../../shared/sql.js'
import { rejectDangling } from '../../shared/whole/fill/danglingParts.js'
import type { VoteParts } from '../../shared/whole/voteParts.js'
import type { SqliteRows } from '../rows.js'
import { bucketCount, bucketOf } from './buckets.js'
import { pollOf, tallyOf, writeTally } from './tallyRows.js'
import { addToBucket } from './voterRows.js'

/** The votes in a SQLite database, for backup and restore. */
export const votePartsIn = (connection: SqliteRows): VoteParts => ({
  counts: async () => countsIn(connection),
  votes: () => tallies(connection),
  voter: () => voters(connection),
  fillVotes: async votes => {
    for (const { poll, tally } of votes) writeTally(connection, requirePoll(connection, poll, 'votes').seq, tally)
  },
  fillVoters: async voters => insertVoters(connection, voters),
})

function countsIn(connection: SqliteRows): { readonly votes: number; readonly voter: number } {
  const [row] = connection.rows<{ votes: number; voter: number }>(sql`
    SELECT (SELECT count(*) FROM tally) AS votes,
      (SELECT coalesce(sum(json_array_length(keys)), 0) FROM voters) AS voter`)
  return { votes: row?.votes ?? 0, voter: row?.voter ?? 0 }
}

interface TallyRow {
  readonly seq: number
  readonly poll: string
  readonly doc: string
}

const pollBatch = 32

async function* tallies(connection: SqliteRows): AsyncGenerator<readonly Parts['votes'][]> {
  for (let last = -1; ; ) {
    const rows = connection.rows<TallyRow>(sql`
      SELECT t.seq, n.uid AS poll, t.doc FROM tally t JOIN node n ON n.seq = t.seq
      WHERE t.seq > ${last} ORDER BY t.seq LIMIT ${pollBatch}`)
    if (rows.length === 0) return
    last = rows.at(-1)?.seq ?? last
    yield rows.map(({ poll, doc }) => ({ poll, tally: tallyOf(doc) }))
  }
}

interface BucketRow {
  readonly seq: number
  readonly bucket: number
  readonly poll: string
  readonly keys: string
}

/** A bucket row holds about eight voters. */
const bucketBatch = 6

/** Ordered by bucket, which depends only on the set of voters. */
async function* voters(connection: SqliteRows): AsyncGenerator<readonly Parts['voter'][]> {
  for (let last = { seq: -1, bucket: -1 }; ; ) {
    const rows = connection.rows<BucketRow>(sql`
      SELECT v.seq, v.bucket, (SELECT n.uid FROM node n WHERE n.seq = v.seq) AS poll, v.keys FROM voters v
      WHERE (v.seq, v.bucket) > (${last.seq}, ${last.bucket}) ORDER BY v.seq, v.bucket LIMIT ${bucketBatch}`)
    const end = rows.at(-1)
    if (!end) return
    last = end
    yield rows.flatMap(({ poll, keys }) =>
      (JSON.parse(keys) as string[]).map(key => ({ poll, voter: voterOfKey(key) })),
    )
  }
}

const requirePoll = (connection: SqliteRows, uid: string, kind: 'votes' | 'voter') =>
  pollOf(connection, uid) ?? rejectDangling(kind, uid)

/** The bucket of a voter depends on the total number of voters, which the tally states. */
function insertVoters(connection: SqliteRows, voters: readonly Parts['voter'][]): void {
  for (const uid of new Set(voters.map(({ poll }) => poll))) {
    const { seq, tally } = requirePoll(connection, uid, 'voter')
    const count = bucketCount(tally.voters)
    const keys = voters.filter(({ poll }) => poll === uid).map(({ voter }) => voterKey(voter))
    for (const bucket of new Set(keys.map(key => bucketOf(key, count))))
      addToBucket(connection, { seq, bucket, keys: keys.filter(key => bucketOf(key, count) === bucket) })
  }
}
