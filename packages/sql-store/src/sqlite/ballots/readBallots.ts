import { type Ballots, noVotes, type Tally, type Voter, voterKey, voterOfKey } from '@plenum/core/ports'
import type { BallotReader } from '../../shared/content/contentReader.js'
import type { SqliteRows } from '../rows.js'
import { pollOf } from './tallyRows.js'
import { hasVoter, voterKeys } from './voterRows.js'

/** The votes in a snapshot. */
export const ballotReader = (connection: SqliteRows): BallotReader => ({
  tally: async poll => tallyOf(connection, poll),
  hasVoted: async (poll, voter) => hasVoted(connection, poll, voter),
  ballots: async poll => ballotsOf(connection, poll),
})

/** The tally of a poll by UID; without votes if the poll does not exist. */
function tallyOf(connection: SqliteRows, uid: string): Tally {
  return pollOf(connection, uid)?.tally ?? noVotes
}

function hasVoted(connection: SqliteRows, uid: string, voter: Voter): boolean {
  const poll = pollOf(connection, uid)
  return poll !== undefined && hasVoter(connection, { seq: poll.seq, voters: poll.tally.voters }, voterKey(voter))
}

export function ballotsOf(connection: SqliteRows, uid: string): Ballots {
  const poll = pollOf(connection, uid)
  if (!poll) return { counts: noVotes.counts, voters: [] }
  return { counts: poll.tally.counts, voters: voterKeys(connection, poll.seq).map(voterOfKey) }
}
