import type { Poll, VotingRules } from './poll.js'

/** What is told of a poll that is not made from content; the rest is as usual. */
export interface PollSketch extends Partial<Omit<Poll, 'options'>> {
  /** Texts of the options; their ids count from 0. */
  readonly options: readonly string[]
}

const usual: Omit<VotingRules, 'options'> = {
  state: 'open',
  allowAnonymous: false,
  maxChoices: 1,
  openDate: null,
  closeDate: null,
}

/**
 * A poll that is open to members, takes one option of each, and ends when it is closed.
 *
 * @example
 * newPoll({ options: ['Tea', 'Coffee'], allowAnonymous: true })
 */
export function newPoll({ options, ...told }: PollSketch): Poll {
  return {
    uid: '',
    legend: null,
    showResults: false,
    resultsGraph: 'bar',
    shuffleOptions: false,
    ...usual,
    ...told,
    options: options.map((description, option_id) => ({ option_id, description })),
  }
}
