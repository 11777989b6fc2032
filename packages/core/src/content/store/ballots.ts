import type { Instant } from '../../foundation/instants.js'

/**
 * A member, identified by the user id, or an anonymous visitor, identified by the token in the poll cookie
 * (docs/polls.md, Voters and cookies).
 */
export type Voter =
  | { readonly kind: 'member'; readonly id: string }
  | { readonly kind: 'visitor'; readonly token: string }

/** A vote. The store saves the voter separately from the selected options, because votes are secret. */
export interface Ballot {
  readonly poll: string
  /** The revision of the poll when the vote was validated. */
  readonly revision: number
  readonly voter: Voter
  readonly options: readonly number[]
  readonly time: Instant
}

/** The result of a poll, without the voters. All numbers are 0 before the first vote. */
export interface Tally {
  /** The number of votes by option id. Removed options are included, and options without votes are omitted. */
  readonly counts: ReadonlyMap<number, number>
  readonly voters: number
  /**
   * A counter that increases with every vote and whenever votes are cleared or replaced, so that equal numbers indicate
   * an unchanged tally.
   */
  readonly casts: number
  /**
   * The time of the latest vote. The value is null if there are no votes or if votes have been cleared or replaced
   * since the latest vote.
   */
  readonly lastVote: Instant | null
}

/** All votes of a poll, for export and import. They do not disclose the choices of voters. */
export interface Ballots {
  readonly counts: ReadonlyMap<number, number>
  /** The members, sorted by id, followed by the visitors, sorted by token. */
  readonly voters: readonly Voter[]
}

/**
 * The outcome of a vote: the tally that includes the vote, or the reason why the vote was not counted. `moved` means
 * that the poll was changed or deleted after the vote was validated, so that the vote must be validated again.
 */
export type CastOutcome = Tally | 'already-voted' | 'moved'

/** The port for counting votes. Votes are read through `ContentReader`, and cleared or replaced through `Change`. */
export interface BallotBox {
  /** Counts a vote atomically. The node of the poll and the stamp of the store do not change. */
  cast(ballot: Ballot): Promise<CastOutcome>
}

const member = 'member:'
const visitor = 'visitor:'

/**
 * Converts a voter to a string such as `member:alice` or `visitor:3f9c`. The order of these strings is the order of
 * `Ballots.voters`.
 */
export const voterKey = (voter: Voter): string => (voter.kind === 'member' ? member + voter.id : visitor + voter.token)

/** Converts a voter key (see `voterKey`) to the voter. */
export const voterOfKey = (key: string): Voter =>
  key.startsWith(member)
    ? { kind: 'member', id: key.slice(member.length) }
    : { kind: 'visitor', token: key.slice(visitor.length) }

/** The tally before the first vote. */
export const noVotes: Tally = { counts: new Map(), voters: 0, casts: 0, lastVote: null }

/** Adds a vote to a tally. The caller must ensure that the voter has not voted before. */
export function addVote(
  { counts, voters, casts, lastVote }: Tally,
  { options, time }: Pick<Ballot, 'options' | 'time'>,
): Tally {
  const next = new Map(counts)
  for (const option of options) next.set(option, (next.get(option) ?? 0) + 1)
  return { counts: next, voters: voters + 1, casts: casts + 1, lastVote: Math.max(time, lastVote ?? time) }
}

/** Removes all voters, and the votes for `options`. Returns the original tally if nobody has ever voted. */
export function clearVotes(tally: Tally, options: readonly number[]): Tally {
  if (tally.casts === 0) return tally
  const counts = new Map([...tally.counts].filter(([option]) => !options.includes(option)))
  return { counts, voters: 0, casts: tally.casts + 1, lastVote: null }
}

/** Replaces all votes. Returns `noVotes` if nobody has ever voted and `replacement` contains no votes. */
export function replaceVotes({ casts }: Tally, replacement: Pick<Tally, 'counts' | 'voters'>): Tally {
  const counts = new Map([...replacement.counts].filter(([, votes]) => votes > 0))
  if (casts === 0 && replacement.voters === 0 && counts.size === 0) return noVotes
  return { counts, voters: replacement.voters, casts: casts + 1, lastVote: null }
}
