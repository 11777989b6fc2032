import { noVotes, voterKey, voterOfKey } from '@plenum/core/ports'
import type { BallotReader } from '../../shared/content/contentReader.js'
import type { SqliteRows } from '../rows.js'
import { pollOf } from './tallyRows.js'
import { hasVoter, voterKeys } from './voterRows.js'

export const ballotReader = (connection: SqliteRows): BallotReader => ({
  tally: async uid => pollOf(connection, uid)?.tally ?? noVotes,
  hasVoted: async (uid, voter) => {
    const poll = pollOf(connection, uid)
    return poll !== undefined && hasVoter(connection, { seq: poll.seq, voters: poll.tally.voters }, voterKey(voter))
  },
  ballots: async uid => {
    const poll = pollOf(connection, uid)
    if (!poll) return { counts: noVotes.counts, voters: [] }
    return { counts: poll.tally.counts, voters: voterKeys(connection, poll.seq).map(voterOfKey) }
  },
})
