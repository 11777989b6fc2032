import type { Instant } from '../foundation/instants.js'
import type { VotingRules } from './poll.js'
import { phaseOf } from './pollDates.js'
import { readVote } from './readVote.js'

/** The facts about a voter that decide on a vote. */
export interface VoterFacts {
  /** A member is logged in; a visitor is anonymous. */
  readonly kind: 'member' | 'visitor'
  /** Whether the voter has the permission to vote in this poll, and View. */
  readonly holdsVote: boolean
  /** Whether the voter is among the recorded voters. */
  readonly hasVoted: boolean
}

/** All data that decides on one vote. */
export interface VoteRequest {
  readonly poll: VotingRules
  readonly voter: VoterFacts
  /** The parsed JSON of the request; undefined when it was no JSON. */
  readonly body: unknown
  readonly now: Instant
}

/**
 * `not-permitted`: no permission, or the poll is not in the state `open`. `not-open-yet`, `closed`: `now` is before or
 * after the dates of the poll. `malformed`: the body has a wrong form. `no-such-option`: the poll allows one option,
 * and this is none of its options. `bad-choice`: the poll allows several, but the choice has too many, unknown or
 * repeated options.
 */
export type VoteRefusal =
  | 'not-permitted'
  | 'not-open-yet'
  | 'closed'
  | 'malformed'
  | 'already-voted'
  | 'no-such-option'
  | 'bad-choice'

/** A vote to count, with the picked options; or a refusal with its reason. */
export type VoteDecision =
  | { readonly kind: 'cast'; readonly options: readonly number[] }
  | { readonly kind: 'refused'; readonly reason: VoteRefusal }

/**
 * Decides whether a vote counts. A refusal has the first reason that applies (docs/polls.md, Voting, rule 3).
 *
 * @example
 * const poll = newPoll({ options: ['Tea', 'Coffee'] })
 * const voter = { kind: 'member', holdsVote: true, hasVoted: false } as const
 * decideVote({ poll, voter, body: { option_id: 1 }, now: Date.now() }) // { kind: 'cast', options: [1] }
 * decideVote({ poll, voter, body: { option_id: 7 }, now: Date.now() }) // { kind: 'refused', reason: 'no-such-option' }
 */
export function decideVote({ poll, voter, body, now }: VoteRequest): VoteDecision {
  const barred = votingBarred(poll, voter, now)
  if (barred) return refuse(barred)
  const vote = readVote(body)
  if (vote.kind === 'malformed') return refuse('malformed')
  if (voter.hasVoted) return refuse('already-voted')
  const problem = choiceProblem(poll, vote.options)
  return problem ? refuse(problem) : { kind: 'cast', options: vote.options }
}

const refuse = (reason: VoteRefusal): VoteDecision => ({ kind: 'refused', reason })

/** `can_vote` of the payload: whether the voter may vote now, even if the voter has voted already. */
export function mayVote(poll: VotingRules, voter: Omit<VoterFacts, 'hasVoted'>, now: Instant): boolean {
  return votingBarred(poll, voter, now) === null
}

/** Why the voter cannot vote now, independent of the body and of earlier votes; null when voting is possible. */
export function votingBarred(
  poll: VotingRules,
  { kind, holdsVote }: Omit<VoterFacts, 'hasVoted'>,
  now: Instant,
): VoteRefusal | null {
  const isPermitted = holdsVote && poll.state === 'open' && (kind === 'member' || poll.allowAnonymous)
  if (!isPermitted) return 'not-permitted'
  const phase = phaseOf(poll, now)
  if (phase === 'within') return null
  return phase === 'before' ? 'not-open-yet' : 'closed'
}

/**
 * The problem of a choice; null when it has known options, no duplicates, and at most as many as the poll allows.
 */
function choiceProblem({ options, maxChoices }: VotingRules, picked: readonly number[]): VoteRefusal | null {
  const offered = new Set(options.map(({ option_id }) => option_id))
  const isValid =
    picked.length <= maxChoices && new Set(picked).size === picked.length && picked.every(id => offered.has(id))
  if (isValid) return null
  return maxChoices > 1 ? 'bad-choice' : 'no-such-option'
}
