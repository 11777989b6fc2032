import type { Instant } from '../../foundation/instants.js'

/**
 * The voter: a member by user id, or an anonymous visitor by the token in the poll cookie (docs/polls.md, Voters and
 * cookies).
 */
export type Voter =
  | { readonly kind: 'member'; readonly id: string }
  | { readonly kind: 'visitor'; readonly token: string }

/** A vote. The store saves the voter and the picked options separately, so that votes are secret. */
export interface Ballot {
  /** The UID of the poll. */
  readonly poll: string
  /** The revision of the poll for which the vote was checked. */
  readonly revision: number
  readonly voter: Voter
  /** The distinct ids of the picked options. */
  readonly options: readonly number[]
  readonly time: Instant
}

/** The result of a poll without the voters. All numbers are 0 if nobody has ever voted. */
export interface Tally {
  /** The number of votes per option id. Removed options are included; options without votes are omitted. */
  readonly counts: ReadonlyMap<number, number>
  readonly voters: number
  /**
   * A counter that increases with every vote, and whenever votes are cleared or replaced. An equal number means that
   * nothing has changed.
   */
  readonly casts: number
  /** The time of the latest vote; null if there are no votes, and after votes have been cleared or replaced. */
  readonly lastVote: Instant | null
}

/** All votes of a poll, for export and import. They do not disclose who picked which option. */
export interface Ballots {
  readonly counts: ReadonlyMap<number, number>
  /** The voters: first members, sorted by id, then visitors, sorted by token. */
  readonly voters: readonly Voter[]
}

/**
 * The tally including the vote, or the reason why the vote was not counted. `moved`: the poll has been changed or
 * deleted since the vote was checked, so the vote must be checked again.
 */
export type CastOutcome = Tally | 'already-voted' | 'moved'

/** The port that counts votes. `ContentReader` reads votes; `Change` clears and replaces them. */
export interface BallotBox {
  /** Counts a vote atomically. The node of the poll and the stamp of the store do not change. */
  cast(ballot: Ballot): Promise<CastOutcome>
}

const member = 'member:'
const visitor = 'visitor:'

/**
 * A voter as a string: `member:alice`, `visitor:3f9c`. Sorting by this string produces the order of `Ballots.voters`.
 */
export const voterKey = (voter: Voter): string => (voter.kind === 'member' ? member + voter.id : visitor + voter.token)

/** The inverse of `voterKey`. */
export const voterOfKey = (key: string): Voter =>
  key.startsWith(member)
    ? { kind: 'member', id: key.slice(member.length) }
    : { kind: 'visitor', token: key.slice(visitor.length) }

/** The tally of a poll in which nobody has ever voted. */
export const noVotes: Tally = { counts: new Map(), voters: 0, casts: 0, lastVote: null }

/** The tally after one more vote. The caller checks that the voter has not voted before. */
export function addVote(
  { counts, voters, casts, lastVote }: Tally,
  { options, time }: Pick<Ballot, 'options' | 'time'>,
): Tally {
  const next = new Map(counts)
  for (const option of options) next.set(option, (next.get(option) ?? 0) + 1)
  return { counts: next, voters: voters + 1, casts: casts + 1, lastVote: Math.max(time, lastVote ?? time) }
}

/**
 * Removes all voters and the votes for `options` from a tally. Returns the tally unchanged if nobody has ever voted.
 */
export function clearVotes(tally: Tally, options: readonly number[]): Tally {
  if (tally.casts === 0) return tally
  const counts = new Map([...tally.counts].filter(([option]) => !options.includes(option)))
  return { counts, voters: 0, casts: tally.casts + 1, lastVote: null }
}

/** Replaces all votes in a tally. Returns `noVotes` if nobody has ever voted and `replacement` contains no votes. */
export function replaceVotes({ casts }: Tally, replacement: Pick<Tally, 'counts' | 'voters'>): Tally {
  const counts = new Map([...replacement.counts].filter(([, votes]) => votes > 0))
  if (casts === 0 && replacement.voters === 0 && counts.size === 0) return noVotes
  return { counts, voters: replacement.voters, casts: casts + 1, lastVote: null }
}
