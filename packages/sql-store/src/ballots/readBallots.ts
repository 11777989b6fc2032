import { type Ballots, noVotes, type Tally, type Voter, voterKey, voterOfKey } from '@plenum/core/ports'
import type { Connection } from '../connection.js'
import { pollOf } from './tallyRows.js'
import { hasVoter, voterKeys } from './voterRows.js'

/** The tally of a poll by UID; without votes when the poll does not exist. */

export function tallyOf(connection: Connection, uid: string): Tally {
  return pollOf(connection, uid)?.tally ?? noVotes
}

export function hasVoted(connection: Connection, uid: string, voter: Voter): boolean {
  const poll = pollOf(connection, uid)
  return poll !== undefined && hasVoter(connection, { seq: poll.seq, voters: poll.tally.voters }, voterKey(voter))
}

export function ballotsOf(connection: Connection, uid: string): Ballots {
  const poll = pollOf(connection, uid)
  if (!poll) return { counts: noVotes.counts, voters: [] }
  return { counts: poll.tally.counts, voters: voterKeys(connection, poll.seq).map(voterOfKey) }
}
