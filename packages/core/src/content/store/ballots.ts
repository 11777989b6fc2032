import type { Instant } from '../../foundation/instants.js'

/**
 * Who votes: a member by user id, or a visitor by the token that the cookie of the poll keeps (docs/polls.md, Voters
 * and cookies).
 */
export type Voter =
  | { readonly kind: 'member'; readonly id: string }
  | { readonly kind: 'visitor'; readonly token: string }

/** One vote. Who gave it and what was picked part as soon as it is cast. */
export interface Ballot {
  /** UID. */
  readonly poll: string
  /** Revision of the poll that the vote was decided upon. */
  readonly revision: number
  readonly voter: Voter
  /** Ids of options of the poll, each once. */
  readonly options: readonly number[]
  readonly time: Instant
}

/** Where a poll stands; it tells of no voter. All zero where nobody has ever voted. */
export interface Tally {
  /** How often each option was picked, options that the poll has lost included; those never picked are absent. */
  readonly counts: ReadonlyMap<number, number>
  readonly voters: number
  /** Grows with every vote and whenever votes are cleared or replaced, so that equal numbers mean equal votes. */
  readonly casts: number
  /** The latest time of a vote; null when votes were cleared or replaced since. */
  readonly lastVote: Instant | null
}

/** All votes of a poll, as they are exported and imported; what a voter picked is not known. */
export interface Ballots {
  readonly counts: ReadonlyMap<number, number>
  /** Members by id, then visitors by token. */
  readonly voters: readonly Voter[]
}

/**
 * Where the poll stands with the vote, or why it was not counted. `moved`: the poll has another revision by now, or is
 * gone, and the vote is to be decided again.
 */
export type CastOutcome = Tally | 'already-voted' | 'moved'

/** Where votes are cast. They are read, cleared and replaced together with content: see ContentReader and Change. */
export interface BallotBox {
  /** Counts a vote wholly or not at all, and changes nothing of the poll's node nor the stamp of the store. */
  cast(ballot: Ballot): Promise<CastOutcome>
}
