import { type Parts, voterKey, voterOfKey } from '@plenum/core/ports'
import { sql, type VoteRows } from '../../shared/sql.js'
import { batches, mapBatches, smallBatch } from '../../shared/whole/batches.js'
import { rejectDangling } from '../../shared/whole/fill/danglingParts.js'
import type { SqliteRows } from '../rows.js'
import { bucketCount, bucketOf } from './buckets.js'
import { pollOf, tallyOf, writeTally } from './tallyRows.js'
import { addToBucket, replaceVoters } from './voterRows.js'

export const voteRowsOf = (connection: SqliteRows): VoteRows => ({
  counts: async () => countsIn(connection),
  votes: () => tallies(connection),
  voter: () => voters(connection),
  fillVotes: async votes => {
    for (const { poll, tally } of votes) writeTally(connection, requirePoll(connection, poll, 'votes').seq, tally)
  },
  fillVoters: async voters => insertVoters(connection, voters),
  beginChange: async () => {},
  lockPoll: async uid => pollOf(connection, uid),
  replace: async ({ seq, tally, keys }) => {
    replaceVoters(connection, seq, keys)
    writeTally(connection, seq, tally)
  },
})

function countsIn(connection: SqliteRows): { readonly votes: number; readonly voter: number } {
  const row = connection.row<{ votes: number; voter: number }>(sql`
    SELECT (SELECT count(*) FROM tally) AS votes,
      (SELECT coalesce(sum(json_array_length(keys)), 0) FROM voters) AS voter`)
  return { votes: row?.votes ?? 0, voter: row?.voter ?? 0 }
}

interface TallyRow {
  readonly seq: number
  readonly poll: string
  readonly doc: string
}

function tallies(connection: SqliteRows): AsyncGenerator<readonly Parts['votes'][]> {
  const rows = batches<TallyRow>(last =>
    connection.rows(sql`
      SELECT t.seq, n.uid AS poll, t.doc FROM tally t JOIN node n ON n.seq = t.seq
      WHERE t.seq > ${last?.seq ?? -1} ORDER BY t.seq LIMIT ${smallBatch}`),
  )
  return mapBatches(rows, ({ poll, doc }) => ({ poll, tally: tallyOf(doc) }))
}

interface BucketRow {
  readonly seq: number
  readonly bucket: number
  readonly poll: string
  readonly keys: string
}

const bucketBatch = 6

/** Yields the voters in the order of the buckets, which depends only on the set of voters. */
async function* voters(connection: SqliteRows): AsyncGenerator<readonly Parts['voter'][]> {
  const rows = batches<BucketRow>(last =>
    connection.rows(sql`
      SELECT v.seq, v.bucket, (SELECT n.uid FROM node n WHERE n.seq = v.seq) AS poll, v.keys FROM voters v
      WHERE (v.seq, v.bucket) > (${last?.seq ?? -1}, ${last?.bucket ?? -1})
      ORDER BY v.seq, v.bucket LIMIT ${bucketBatch}`),
  )
  for await (const batch of rows) yield batch.flatMap(votersIn)
}

const votersIn = ({ poll, keys }: BucketRow): Parts['voter'][] =>
  (JSON.parse(keys) as string[]).map(key => ({ poll, voter: voterOfKey(key) }))

const requirePoll = (connection: SqliteRows, uid: string, kind: 'votes' | 'voter') =>
  pollOf(connection, uid) ?? rejectDangling(kind, uid)

function insertVoters(connection: SqliteRows, voters: readonly Parts['voter'][]): void {
  for (const uid of new Set(voters.map(({ poll }) => poll))) {
    const { seq, tally } = requirePoll(connection, uid, 'voter')
    const count = bucketCount(tally.voters)
    const keys = voters.filter(({ poll }) => poll === uid).map(({ voter }) => voterKey(voter))
    for (const bucket of new Set(keys.map(key => bucketOf(key, count))))
      addToBucket(connection, { seq, bucket, keys: keys.filter(key => bucketOf(key, count) === bucket) })
  }
}
