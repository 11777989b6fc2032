import { addVote, type Ballot, type CastOutcome, type Tally, voterKey } from '@plenum/core/ports'
import type { SqliteRows } from '../rows.js'
import { type Poll, pollOf, writeTally } from './tallyRows.js'
import { addVoter } from './voterRows.js'

/** Casts votes in order. The tally of each poll is written only once, after all votes. */
export function castBallots(connection: SqliteRows, ballots: readonly Ballot[]): readonly CastOutcome[] {
  const polls = new Map<string, Poll | undefined>()
  const tallies = new Map<number, Tally>()
  const cast = (ballot: Ballot): CastOutcome => {
    if (!polls.has(ballot.poll)) polls.set(ballot.poll, pollOf(connection, ballot.poll))
    const poll = polls.get(ballot.poll)
    if (poll?.revision !== ballot.revision) return 'moved'
    const { seq } = poll
    const tally = tallies.get(seq) ?? poll.tally
    if (!addVoter(connection, { seq, voters: tally.voters }, voterKey(ballot.voter))) return 'already-voted'
    const next = addVote(tally, ballot)
    tallies.set(seq, next)
    return next
  }
  const outcomes = ballots.map(cast)
  for (const [seq, tally] of tallies) writeTally(connection, seq, tally)
  return outcomes
}
