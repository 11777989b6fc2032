import type { PollOption, PollResult } from '../answers/poll.js'
import type { VotingRules } from './poll.js'

/** The votes that have been counted so far. */
export interface CountedVotes {
  /** The number of votes by option id. Removed options may be included. */
  readonly counts: ReadonlyMap<number, number>
  readonly voters: number
}

export interface PollResults {
  /** The number of votes for current options or, in multiple-choice polls, the number of voters. */
  readonly total: number
  readonly results: readonly PollResult[]
}

/**
 * Calculates the results of a poll. `percentage` is the share of all votes or, in multiple-choice polls, the share of
 * all voters (docs/polls.md, Results, rules 2 and 3).
 *
 * @example
 * const { total, results } = pollResults(newPoll({ options: ['Tea', 'Coffee'] }), {
 *   counts: new Map([[0, 3], [1, 1]]),
 *   voters: 4,
 * })
 * // total: 4, results[0]: { option_id: 0, description: 'Tea', votes: 3, percentage: 0.75 }
 */
export function pollResults(
  { options, maxChoices }: Pick<VotingRules, 'options' | 'maxChoices'>,
  { counts, voters }: CountedVotes,
): PollResults {
  const votesFor = ({ option_id }: PollOption): number => counts.get(option_id) ?? 0
  const total = maxChoices > 1 ? voters : options.reduce((sum, option) => sum + votesFor(option), 0)
  const results = options.map(option => {
    const votes = votesFor(option)
    const { option_id, description } = option
    return { option_id, description, votes, percentage: total === 0 ? 0 : votes / total }
  })
  return { total, results }
}
