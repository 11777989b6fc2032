import type { Turn } from '@plenum/core'
import { type Change, clearedVotes, replacedVotes, type Tally, voterKey } from '@plenum/core/ports'
import type { Refusal } from '../change/changeStep.js'
import type { SqliteRows } from '../sqlite/connect.js'
import { pollOf, writeTally } from './tallyRows.js'
import { replaceVoters } from './voterRows.js'

export async function clearBallots(
  connection: SqliteRows,
  { clearBallots = [] }: Change,
  turn: Turn,
): Promise<Refusal | null> {
  for (const { poll: uid, options } of clearBallots) {
    if (turn.isOver()) await turn.next()
    const poll = pollOf(connection, uid)
    if (!poll) return 'gone'
    write(connection, poll.seq, { tally: clearedVotes(poll.tally, options), keys: new Set() })
  }
  return null
}

export async function replaceBallots(
  connection: SqliteRows,
  { replaceBallots = [] }: Change,
  turn: Turn,
): Promise<Refusal | null> {
  for (const { poll: uid, ballots } of replaceBallots) {
    if (turn.isOver()) await turn.next()
    const poll = pollOf(connection, uid)
    if (!poll) return 'gone'
    const keys = new Set(ballots.voters.map(voterKey))
    const tally = replacedVotes(poll.tally, { counts: ballots.counts, voters: keys.size })
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
