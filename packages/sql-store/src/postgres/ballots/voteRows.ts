import type { TimeSlice } from '@plenum/core'
import { type Change, type Parts, voterOfKey } from '@plenum/core/ports'
import { type LockedPoll, type PollVotes, type Rows, sql, type VoteRows } from '../../shared/sql.js'
import { batches, largeBatch, mapBatches, smallBatch } from '../../shared/whole/batches.js'
import { seqsOf } from '../../shared/whole/fill/danglingParts.js'
import { addTallies, storedKey, type TallyRow, tallyColumns, tallyOf, writeTallies } from './tallyRows.js'

export const voteRowsOf = (connection: Rows): VoteRows => ({
  counts: () => countsIn(connection),
  votes: () => tallies(connection),
  voter: () => voters(connection),
  fillVotes: async votes => {
    const uids = votes.map(({ poll }) => poll)
    const seqOf = await seqsOf(connection, 'votes', uids)
    const rows = votes.map(({ poll, tally }) => ({ seq: seqOf(poll), ...tally }))
    await addTallies(connection, uids)
    await writeTallies(connection, rows)
  },
  fillVoters: voters => fillVoters(connection, voters),
  beginChange: change => raiseEpochs(connection, change),
  lockPoll: uid => lockPoll(connection, uid),
  replace: (votes, slice) => replaceVotes(connection, votes, slice),
})

async function countsIn(connection: Rows): Promise<{ readonly votes: number; readonly voter: number }> {
  const row = await connection.row<{ votes: number; voter: number }>(sql`
    SELECT (SELECT count(*) FROM tally WHERE casts > 0) AS votes, (SELECT count(*) FROM voters) AS voter`)
  return { votes: row?.votes ?? 0, voter: row?.voter ?? 0 }
}

/** Yields the tallies of polls with votes. Rows without votes, which only store the revision of a poll, are omitted. */
function tallies(connection: Rows): AsyncGenerator<readonly Parts['votes'][]> {
  const rows = batches<TallyRow & { readonly seq: number; readonly poll: string }>(last =>
    connection.rows(sql`
      SELECT t.seq, n.uid AS poll, ${tallyColumns} FROM tally t JOIN node n ON n.seq = t.seq
      WHERE t.casts > 0 AND t.seq > ${last?.seq ?? -1} ORDER BY t.seq LIMIT ${smallBatch}`),
  )
  return mapBatches(rows, ({ seq: _seq, poll, ...row }) => ({ poll, tally: tallyOf(row) }))
}

interface VoterRow {
  readonly seq: number
  readonly key: string
  readonly poll: string
}

/** Yields the voters sorted by key, so that their order does not disclose when they voted. */
function voters(connection: Rows): AsyncGenerator<readonly Parts['voter'][]> {
  const rows = batches<VoterRow>(last =>
    connection.rows(sql`
      SELECT v.seq, v.key, (SELECT n.uid FROM node n WHERE n.seq = v.seq) AS poll FROM voters v
      WHERE (v.seq, v.key) > (${last?.seq ?? -1}, ${last?.key ?? ''}) ORDER BY v.seq, v.key LIMIT ${largeBatch}`),
  )
  return mapBatches(rows, ({ poll, key }) => ({ poll, voter: voterOfKey(JSON.parse(key) as string) }))
}

async function fillVoters(connection: Rows, voters: readonly Parts['voter'][]): Promise<void> {
  const uids = voters.map(({ poll }) => poll)
  const seqOf = await seqsOf(connection, 'voter', uids)
  for (const uid of new Set(uids)) {
    const keys = voters.filter(({ poll }) => poll === uid).map(({ voter }) => storedKey(voter))
    await insertVoters(connection, seqOf(uid), keys)
  }
}

async function insertVoters(connection: Rows, seq: number, keys: readonly string[]): Promise<void> {
  await connection.run(sql`
    INSERT INTO voters (seq, key)
    SELECT ${seq}::bigint, v.key FROM json_array_elements_text(${JSON.stringify(keys)}::json) v (key)
    ON CONFLICT DO NOTHING`)
}

/**
 * Locks the tallies of all changed polls, in the same order in which votes lock them, and copies the revisions of the
 * polls to the tallies. A vote only locks the tally, and compares the expected revision of the poll with this copy.
 */
async function raiseEpochs(
  connection: Rows,
  { updates = [], clearBallots = [], replaceBallots = [] }: Change,
): Promise<void> {
  const uids = [...updates.map(({ node }) => node.uid), ...[...clearBallots, ...replaceBallots].map(({ poll }) => poll)]
  if (uids.length === 0) return
  await connection.run(sql`
    WITH poll AS (
      SELECT t.seq, n.revision FROM node n JOIN tally t ON t.seq = n.seq
      WHERE n.uid IN (SELECT json_array_elements_text(${JSON.stringify(uids)}::json)) ORDER BY t.seq FOR UPDATE OF t
    )
    UPDATE tally t SET epoch = p.revision FROM poll p WHERE t.seq = p.seq AND t.epoch <> p.revision`)
}

async function lockPoll(connection: Rows, uid: string): Promise<LockedPoll | undefined> {
  await addTallies(connection, [uid])
  const [row] = await connection.rows<TallyRow & { seq: number }>(sql`
    SELECT t.seq, ${tallyColumns} FROM node n JOIN tally t ON t.seq = n.seq WHERE n.uid = ${uid} FOR UPDATE OF t`)
  return row && { seq: row.seq, tally: tallyOf(row) }
}

const keysAtOnce = 2000

async function replaceVotes(connection: Rows, { seq, tally, keys }: PollVotes, slice: TimeSlice): Promise<void> {
  await connection.run(sql`DELETE FROM voters WHERE seq = ${seq}`)
  const stored = [...keys].map(key => JSON.stringify(key))
  for (let start = 0; start < stored.length; start += keysAtOnce) {
    if (slice.isOver()) await slice.next()
    await insertVoters(connection, seq, stored.slice(start, start + keysAtOnce))
  }
  await writeTallies(connection, [{ seq, ...tally }])
}
