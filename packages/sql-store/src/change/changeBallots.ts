import { clearedVotes, replacedVotes, type Tally, voterKey } from '@plenum/core/ports'
import { pollOf, writeTally } from '../ballots/tallyRows.js'
import { replaceVoters } from '../ballots/voterRows.js'
import type { Connection } from '../connection.js'
import type { ChangeStep } from './changeStep.js'

export const clearBallots: ChangeStep = async (connection, { clearBallots = [] }, turn) => {
  for (const { poll: uid, options } of clearBallots) {
    if (turn.isOver()) await turn.next()
    const poll = pollOf(connection, uid)
    if (!poll) return 'gone'
    write(connection, poll.seq, { tally: clearedVotes(poll.tally, options), keys: new Set() })
  }
  return null
}

export const replaceBallots: ChangeStep = async (connection, { replaceBallots = [] }, turn) => {
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

/** Writes no rows for a poll in which nobody has ever voted. */
function write(connection: Connection, seq: number, { tally, keys }: Votes): void {
  if (tally.casts === 0) return
  replaceVoters(connection, seq, keys)
  writeTally(connection, seq, tally)
}
