import type { Parts } from '@plenum/core/ports'

/** What is kept of votes, which each engine keeps in its own way. */
export interface VoteParts {
  counts(): Promise<{ readonly votes: number; readonly voter: number }>
  /** The results of all polls. */
  votes(): AsyncIterable<readonly Parts['votes'][]>
  /** The voters of all polls, in an order that tells neither when they came nor what they picked. */
  voter(): AsyncIterable<readonly Parts['voter'][]>
  /** Writes within the transaction of the writer. Throws a DomainError where a poll is not there. */
  fillVotes(votes: readonly Parts['votes'][]): Promise<void>
  /** The same for voters, whose polls have their results already. */
  fillVoters(voters: readonly Parts['voter'][]): Promise<void>
}
