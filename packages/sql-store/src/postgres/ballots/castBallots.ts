import { addVote, type Ballot, type CastOutcome, type Tally } from '@plenum/core/ports'
import { type Connection, sql } from '../../shared/sql.js'
import { addTallies, storedKey, type TallyRow, tallyColumns, tallyOf, writeTallies } from './tallyRows.js'

interface Poll {
  readonly seq: number
  readonly epoch: number
  tally: Tally
  isChanged: boolean
  readonly added: Set<string>
}

/**
 * Casts votes in order, in one transaction. Polls are locked in ascending order of `seq`, so that concurrent
 * transactions cannot deadlock.
 */
export async function castBallots(connection: Connection, ballots: readonly Ballot[]): Promise<readonly CastOutcome[]> {
  const polls = await addVoters(connection, ballots)
  const unlocked = ballots.filter(({ poll }) => !polls.has(poll))
  if (unlocked.length > 0) {
    await addTallies(connection, [...new Set(unlocked.map(({ poll }) => poll))])
    for (const [uid, poll] of await addVoters(connection, unlocked)) polls.set(uid, poll)
  }
  const outcomes = ballots.map(ballot => outcomeOf(ballot, polls.get(ballot.poll)))
  const changed = [...polls.values()].filter(({ isChanged }) => isChanged).map(({ seq, tally }) => ({ seq, ...tally }))
  await writeTallies(connection, changed)
  return outcomes
}

function outcomeOf(ballot: Ballot, poll: Poll | undefined): CastOutcome {
  if (poll?.epoch !== ballot.revision) return 'moved'
  if (!poll.added.delete(storedKey(ballot.voter))) return 'already-voted'
  poll.isChanged = true
  poll.tally = addVote(poll.tally, ballot)
  return poll.tally
}

interface Row extends TallyRow {
  readonly seq: number
  readonly uid: string
  readonly epoch: number
  readonly added: readonly string[]
}

async function addVoters(connection: Connection, ballots: readonly Ballot[]): Promise<Map<string, Poll>> {
  const entries = ballots.map(({ poll, revision, voter }) => ({ uid: poll, epoch: revision, key: storedKey(voter) }))
  const rows = await connection.rows<Row>(sql`
    WITH ballot AS (
      SELECT * FROM json_to_recordset(${JSON.stringify(entries)}::json) AS b (uid text, epoch integer, key text)
    ), poll AS (
      SELECT n.uid, t.* FROM node n JOIN tally t ON t.seq = n.seq
      WHERE n.uid IN (SELECT b.uid FROM ballot b) ORDER BY t.seq FOR UPDATE OF t
    ), added AS (
      INSERT INTO voters (seq, key)
      SELECT p.seq, b.key FROM ballot b JOIN poll p ON p.uid = b.uid AND p.epoch = b.epoch
      ON CONFLICT DO NOTHING RETURNING seq, key
    )
    SELECT t.seq, t.uid, t.epoch, ${tallyColumns},
      (SELECT coalesce(json_agg(a.key), '[]') FROM added a WHERE a.seq = t.seq) AS added
    FROM poll t`)
  return new Map(rows.map(row => [row.uid, pollOf(row)]))
}

function pollOf(row: Row): Poll {
  return { seq: row.seq, epoch: row.epoch, tally: tallyOf(row), isChanged: false, added: new Set(row.added) }
}
