import type { Instant } from '../foundation/instants.js'
import { isJsonObject } from '../foundation/json.js'
import type { VotingRules } from './poll.js'
import { phaseOf } from './pollDates.js'

/** The properties of a voter that determine whether a vote is accepted. */
export interface VoterFacts {
  /** Whether the voter is logged in (`member`) or anonymous (`visitor`). */
  readonly kind: 'member' | 'visitor'
  /** Whether the voter has the permissions Vote and View on the poll. */
  readonly holdsVote: boolean
  /** Whether the voter has already voted. */
  readonly hasVoted: boolean
}

export interface VoteRequest {
  readonly poll: VotingRules
  readonly voter: VoterFacts
  /** The parsed JSON body, or undefined if the body is not valid JSON. */
  readonly body: unknown
  readonly now: Instant
}

/**
 * The reason why a vote is refused. `not-permitted`: the voter lacks a permission, or the poll is not in the state
 * `open`. `not-open-yet`: the open date of the poll is in the future. `closed`: the close date of the poll has been
 * reached. `malformed`: the body is invalid. `already-voted`: the voter has already voted. `no-such-option`: the poll
 * allows one option, and the selected option does not exist. `bad-choice`: the poll allows several options, and too
 * many, unknown or repeated options are selected.
 */
export type VoteRefusal =
  | 'not-permitted'
  | 'not-open-yet'
  | 'closed'
  | 'malformed'
  | 'already-voted'
  | 'no-such-option'
  | 'bad-choice'

/** The selected options of an accepted vote, or the reason why the vote is refused. */
export type VoteDecision =
  | { readonly kind: 'cast'; readonly options: readonly number[] }
  | { readonly kind: 'refused'; readonly reason: VoteRefusal }

/**
 * Decides whether a vote is accepted. If several reasons for a refusal apply, the first one is reported (docs/polls.md,
 * Voting, rule 3).
 *
 * @example
 * const poll = newPoll({ options: ['Tea', 'Coffee'] })
 * const voter = { kind: 'member', holdsVote: true, hasVoted: false } as const
 * decideVote({ poll, voter, body: { option_id: 1 }, now: Date.now() })
 * // { kind: 'cast', options: [1] }
 * decideVote({ poll, voter, body: { option_id: 7 }, now: Date.now() })
 * // { kind: 'refused', reason: 'no-such-option' }
 */
export function decideVote({ poll, voter, body, now }: VoteRequest): VoteDecision {
  const obstacle = votingObstacle(poll, voter, now)
  if (obstacle) return refuse(obstacle)
  const options = readVote(body)
  if (options === null) return refuse('malformed')
  if (voter.hasVoted) return refuse('already-voted')
  const problem = choiceProblem(poll, options)
  return problem ? refuse(problem) : { kind: 'cast', options }
}

const refuse = (reason: VoteRefusal): VoteDecision => ({ kind: 'refused', reason })

/** Returns the value of `can_vote` in payloads: whether the voter may vote now, regardless of earlier votes. */
export const canVote = (poll: VotingRules, voter: Omit<VoterFacts, 'hasVoted'>, now: Instant): boolean =>
  votingObstacle(poll, voter, now) === null

/**
 * Returns the reason why the voter cannot vote now, regardless of the body and of earlier votes, or null if the voter
 * can vote.
 */
export function votingObstacle(
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
 * Reads the option ids from the body of a vote, such as `{option_id: 1}` or `{option_ids: [1, 2]}`. Returns null if the
 * body is malformed. A body with both keys is malformed, even if one of the values is null. All other keys are ignored
 * (docs/polls.md, Voting).
 */
export function readVote(body: unknown): readonly number[] | null {
  if (!isJsonObject(body)) return null
  const { option_id, option_ids } = body
  const [hasOne, hasList] = [Object.hasOwn(body, 'option_id'), Object.hasOwn(body, 'option_ids')]
  if (hasOne === hasList) return null
  const picked: unknown = hasOne ? [option_id] : option_ids
  if (!Array.isArray(picked) || picked.length === 0 || !picked.every(Number.isInteger)) return null
  // Adding 0 converts -0 to 0.
  return picked.map((id: number) => id + 0)
}

function choiceProblem({ options, maxChoices }: VotingRules, picked: readonly number[]): VoteRefusal | null {
  const offered = new Set(options.map(({ option_id }) => option_id))
  const isValid =
    picked.length <= maxChoices && new Set(picked).size === picked.length && picked.every(id => offered.has(id))
  if (isValid) return null
  return maxChoices > 1 ? 'bad-choice' : 'no-such-option'
}
