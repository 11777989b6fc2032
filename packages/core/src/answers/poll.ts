/** The state of a poll. Only `open` polls accept votes. The results of `closed` polls are public (docs/polls.md). */
export type PollState = 'private' | 'pending' | 'open' | 'closed'

/** The kind of chart with which pages show the results of a poll. */
export type ResultsGraph = 'bar' | 'pie' | 'numbers'

/** An option of a poll, both as stored and in payloads. */
export type PollOption = {
  /** The id of the option, at least 0. It does not change when the option is moved or edited. */
  readonly option_id: number
  readonly description: string
}

/** An option and its number of votes (docs/polls.md, Results). */
export type PollResult = PollOption & {
  readonly votes: number
  /**
   * The votes for this option as an unrounded fraction, from 0 to 1, of all votes or, if voters can select several
   * options, of all voters.
   */
  readonly percentage: number
}

/** The response to `GET {path}/@poll`, and to an accepted vote (docs/polls.md, Poll payload). */
export type PollPayload = {
  /** The URL of the `@poll` endpoint of this poll. */
  readonly '@id': string
  readonly uid: string
  readonly state: PollState
  readonly allow_anonymous: boolean
  /** Whether visitors lack a permission that is required to vote, although the poll allows anonymous votes. */
  readonly anonymous_blocked: boolean
  /** Whether results are visible before the poll is closed. */
  readonly show_results: boolean
  readonly results_graph: ResultsGraph
  /** The options in the order that the editor chose, even if the poll shuffles its options. */
  readonly options: readonly PollOption[]
  /** The maximum number of options that a voter can select, at least 1. */
  readonly max_choices: number
  readonly legend: string | null
  readonly shuffle_options: boolean
  readonly can_vote: boolean
  /**
   * Whether the caller has voted. Except in the response to a vote, the value is null for all visitors, so that they
   * get the same payload.
   */
  readonly has_voted: boolean | null
  /**
   * The number of votes or, if voters can select several options, the number of voters. The value is null while the
   * results are hidden.
   */
  readonly total_votes: number | null
  /** The results in the order of the options, or null while the results are hidden. */
  readonly results: readonly PollResult[] | null
} & Partial<PollDatesPayload>

/** The date keys of a poll. As in Plone, they are included only if at least one date is set. */
export type PollDatesPayload = {
  /** The start and the end of voting in UTC (ISO 8601). A date is null if it is not set. */
  readonly open_date: string | null
  readonly close_date: string | null
  /** Whether `close_date` has passed. */
  readonly expired: boolean
}
