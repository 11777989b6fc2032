/**
 * The state of a poll. `private` and `pending` polls accept no votes, `open` polls do, and `closed` polls show their
 * results to everybody (docs/polls.md).
 */
export type PollState = 'private' | 'pending' | 'open' | 'closed'

/** How pages draw the results of a poll. */
export type ResultsGraph = 'bar' | 'pie' | 'numbers'

/** An option of a poll, in nodes and in payloads. */
export type PollOption = {
  /** The id of the option, at least 0. It does not change when the option is moved or its text is edited. */
  readonly option_id: number
  readonly description: string
}

/** An option and its votes (docs/polls.md, Results). */
export type PollResult = PollOption & {
  readonly votes: number
  /** The share of votes or voters, from 0 to 1, not rounded. */
  readonly percentage: number
}

/** `GET {path}/@poll`, and the response to a counted vote (docs/polls.md, Poll payload). */
export type PollPayload = {
  /** The URL of the endpoint. */
  readonly '@id': string
  readonly uid: string
  readonly state: PollState
  readonly allow_anonymous: boolean
  /**
   * Whether visitors lack a permission that they need to vote in this poll, although the poll allows anonymous votes.
   */
  readonly anonymous_blocked: boolean
  /** Whether results are visible before the poll is closed. */
  readonly show_results: boolean
  readonly results_graph: ResultsGraph
  /** The options in the order that the editor chose, even if the poll shuffles them. */
  readonly options: readonly PollOption[]
  /** The maximum number of options that a voter may pick; at least 1. */
  readonly max_choices: number
  readonly legend: string | null
  readonly shuffle_options: boolean
  readonly can_vote: boolean
  /**
   * Whether the user has voted; true in the response to a vote. Null if a visitor reads the poll, so that all visitors
   * get the same payload.
   */
  readonly has_voted: boolean | null
  /**
   * The number of votes, or the number of voters if a voter may pick several options; null while the results are
   * hidden.
   */
  readonly total_votes: number | null
  /** The results, one per option, in the order of the options; null while the results are hidden. */
  readonly results: readonly PollResult[] | null
} & Partial<PollDatesPayload>

/**
 * The keys that are present only if at least one date of the poll is set. Otherwise all three keys are absent, as in
 * Plone.
 */
export type PollDatesPayload = {
  /** The dates when voting begins and ends, as ISO 8601 in UTC; null if the date is not set. */
  readonly open_date: string | null
  readonly close_date: string | null
  /** Whether `close_date` has passed. */
  readonly expired: boolean
}
