import type { PollOption, VotingRules } from './poll.js'

/** What was voted so far. */
export interface CountedVotes {
  /** How often an option was picked, by its id; ids of options that were removed since may be among them. */
  readonly counts: ReadonlyMap<number, number>
  readonly voters: number
}

export interface PollResult extends PollOption {
  readonly votes: number
  /** From 0 to 1, not rounded. */
  readonly percentage: number
}

export interface PollResults {
  /** Votes for the options that there are; of a poll with several choices, voters. */
  readonly total: number
  /** One for each option, in their order. */
  readonly results: readonly PollResult[]
}

/**
 * The result of a poll. Shares are of votes where one option may be picked, else of voters (docs/polls.md, Results,
 * rules 2 and 3).
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
