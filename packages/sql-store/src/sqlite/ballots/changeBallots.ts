import type { TimeSlice } from '@plenum/core'
import { type Change, clearVotes, replaceVotes, type Tally, voterKey } from '@plenum/core/ports'
import type { Refusal } from '../../shared/change/refusal.js'
import type { SqliteRows } from '../rows.js'
import { pollOf, writeTally } from './tallyRows.js'
import { replaceVoters } from './voterRows.js'

export async function clearBallots(
  connection: SqliteRows,
  { clearBallots = [] }: Change,
  slice: TimeSlice,
): Promise<Refusal | null> {
  for (const { poll: uid, options } of clearBallots) {
    if (slice.isOver()) await slice.next()
    const poll = pollOf(connection, uid)
    if (!poll) return 'gone'
    write(connection, poll.seq, { tally: clearVotes(poll.tally, options), keys: new Set() })
  }
  return null
}

export async function replaceBallots(
  connection: SqliteRows,
  { replaceBallots = [] }: Change,
  slice: TimeSlice,
): Promise<Refusal | null> {
  for (const { poll: uid, ballots } of replaceBallots) {
    if (slice.isOver()) await slice.next()
    const poll = pollOf(connection, uid)
    if (!poll) return 'gone'
    const keys = new Set(ballots.voters.map(voterKey))
    const tally = replaceVotes(poll.tally, { counts: ballots.counts, voters: keys.size })
    write(connection, poll.seq, { tally, keys })
  }
  return null
}

interface Votes {
  readonly tally: Tally
  readonly keys: ReadonlySet<string>
}

/** Writes no rows for a poll without any vote. */
function write(connection: SqliteRows, seq: number, { tally, keys }: Votes): void {
  if (tally.casts === 0) return
  replaceVoters(connection, seq, keys)
  writeTally(connection, seq, tally)
}
