import type { Parts } from '@plenum/core/ports'

/** The stored votes, whose tables differ between the databases. */
export interface VoteParts {
  counts(): Promise<{ readonly votes: number; readonly voter: number }>
  /** The tallies of all polls. */
  votes(): AsyncIterable<readonly Parts['votes'][]>
  /** The voters of all polls, in an order that reveals neither when they voted nor their choice. */
  voter(): AsyncIterable<readonly Parts['voter'][]>
  /** Writes within the writer's transaction. Throws a DomainError if a poll does not exist. */
  fillVotes(votes: readonly Parts['votes'][]): Promise<void>
  /** Writes voters, after the tallies of their polls. */
  fillVoters(voters: readonly Parts['voter'][]): Promise<void>
}
