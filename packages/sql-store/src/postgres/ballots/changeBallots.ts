import type { TimeSlice } from '@plenum/core'
import { type Change, clearVotes, replaceVotes, type Tally } from '@plenum/core/ports'
import type { Refusal } from '../../shared/change/refusal.js'
import { sql } from '../../shared/sql.js'
import type { Rows } from '../rows.js'
import { storedKey } from './storedKey.js'
import { addTallies, type TallyRow, tallyColumns, tallyOf, writeTallies } from './tallyRows.js'

/**
 * Locks the tallies of all polls of a change, in the same order as votes do, and copies the polls' revisions to them: a
 * vote locks only the tally, and compares its own revision with the copied one.
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

export async function clearBallots(connection: Rows, change: Change, slice: TimeSlice): Promise<Refusal | null> {
  await raiseEpochs(connection, change)
  for (const { poll: uid, options } of change.clearBallots ?? []) {
    if (slice.isOver()) await slice.next()
    const poll = await lockPoll(connection, uid)
    if (!poll) return 'gone'
    await write(connection, { seq: poll.seq, tally: clearVotes(poll.tally, options), keys: [] }, slice)
  }
  return null
}

export async function replaceBallots(
  connection: Rows,
  { replaceBallots = [] }: Change,
  slice: TimeSlice,
): Promise<Refusal | null> {
  for (const { poll: uid, ballots } of replaceBallots) {
    if (slice.isOver()) await slice.next()
    const poll = await lockPoll(connection, uid)
    if (!poll) return 'gone'
    const keys = [...new Set(ballots.voters.map(storedKey))]
    const tally = replaceVotes(poll.tally, { counts: ballots.counts, voters: keys.length })
    await write(connection, { seq: poll.seq, tally, keys }, slice)
  }
  return null
}

interface Poll {
  readonly seq: number
  readonly tally: Tally
}

/** The poll with a UID, locked, or undefined. */
async function lockPoll(connection: Rows, uid: string): Promise<Poll | undefined> {
  await addTallies(connection, [uid])
  const [row] = await connection.rows<TallyRow & { seq: number }>(sql`
    SELECT t.seq, ${tallyColumns} FROM node n JOIN tally t ON t.seq = n.seq WHERE n.uid = ${uid} FOR UPDATE OF t`)
  return row && { seq: row.seq, tally: tallyOf(row) }
}

interface Votes extends Poll {
  readonly keys: readonly string[]
}

const keysAtOnce = 2000

/** Writes nothing for a poll without any vote. */
async function write(connection: Rows, { seq, tally, keys }: Votes, slice: TimeSlice): Promise<void> {
  if (tally.casts === 0) return
  await connection.run(sql`DELETE FROM voters WHERE seq = ${seq}`)
  for (let start = 0; start < keys.length; start += keysAtOnce) {
    if (slice.isOver()) await slice.next()
    const batch = JSON.stringify(keys.slice(start, start + keysAtOnce))
    await connection.run(
      sql`INSERT INTO voters (seq, key) SELECT ${seq}::bigint, v.key FROM json_array_elements_text(${batch}::json) v (key)`,
    )
  }
  await writeTallies(connection, [{ seq, ...tally }])
}
