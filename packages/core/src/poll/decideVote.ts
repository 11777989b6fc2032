import type { Instant } from '../foundation/instants.js'
import type { VotingRules } from './poll.js'
import { phaseOf } from './pollDates.js'
import { readVote } from './readVote.js'

/** Who asks to vote. */
export interface VoterFacts {
  /** A visitor is known by a token only; a member by the id. */
  readonly kind: 'member' | 'visitor'
  /** Whether they hold the permission to vote on this poll, and may view it. */
  readonly holdsVote: boolean
  /** Whether they are among the recorded voters. */
  readonly hasVoted: boolean
}

export interface VoteRequest {
  readonly poll: VotingRules
  readonly voter: VoterFacts
  /** As it was parsed; undefined where it could not be. */
  readonly body: unknown
  readonly now: Instant
}

/**
 * `not-open-yet`, `closed`: outside the dates of the poll; one in another state than open permits nobody.
 * `no-such-option`: one option may be picked, and this is none. `bad-choice`: several may, and these do not go
 * together.
 */
export type VoteRefusal =
  | 'not-permitted'
  | 'not-open-yet'
  | 'closed'
  | 'malformed'
  | 'already-voted'
  | 'no-such-option'
  | 'bad-choice'

export type VoteDecision =
  | { readonly kind: 'cast'; readonly options: readonly number[] }
  | { readonly kind: 'refused'; readonly reason: VoteRefusal }

/** Whether a vote is to be counted. The first reason against it is told: docs/polls.md, Voting, rule 3. */
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

/** Whether somebody could vote now, had they not yet (`can_vote`; it stays true for who has). */
export function mayVote(poll: VotingRules, voter: Omit<VoterFacts, 'hasVoted'>, now: Instant): boolean {
  return votingBarred(poll, voter, now) === null
}

/** What keeps somebody from voting now, whatever they would send; null when nothing does. */
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
 * What is wrong with the options that were picked: each has to be one of the poll's, once, and no more than it allows.
 */
function choiceProblem({ options, maxChoices }: VotingRules, picked: readonly number[]): VoteRefusal | null {
  const offered = new Set(options.map(({ option_id }) => option_id))
  const isValid =
    picked.length <= maxChoices && new Set(picked).size === picked.length && picked.every(id => offered.has(id))
  if (isValid) return null
  return maxChoices > 1 ? 'bad-choice' : 'no-such-option'
}
