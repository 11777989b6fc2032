import type { Poll, VotingRules } from './poll.js'

/** The options of a poll, and other properties, which override the defaults of `newPoll`. */
export interface PollSketch extends Partial<Omit<Poll, 'options'>> {
  /** The descriptions of the options. The first option gets the id 0, the second option gets the id 1, and so on. */
  readonly options: readonly string[]
}

const defaults: Omit<VotingRules, 'options'> = {
  state: 'open',
  allowAnonymous: false,
  maxChoices: 1,
  openDate: null,
  closeDate: null,
}

/**
 * Creates a poll without a site. By default, the poll is open to members, allows one option per voter, and has no
 * dates. `uid` is empty by default, but a poll box needs a unique `uid` for each poll.
 *
 * @example
 * newPoll({ options: ['Tea', 'Coffee'], allowAnonymous: true })
 */
export const newPoll = ({ options, ...properties }: PollSketch): Poll => ({
  uid: '',
  legend: null,
  showResults: false,
  resultsGraph: 'bar',
  shuffleOptions: false,
  ...defaults,
  ...properties,
  options: options.map((description, option_id) => ({ option_id, description })),
})
