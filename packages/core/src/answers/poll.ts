/** `private` and `pending` take no votes, `open` does, `closed` shows the results to everybody (docs/polls.md). */
export type PollState = 'private' | 'pending' | 'open' | 'closed'

/** How pages draw the results of a poll. */
export type ResultsGraph = 'bar' | 'pie' | 'numbers'

/** An option of a poll, in nodes and in payloads. */
export type PollOption = {
  /** 0 or more; stays the same when the option is moved or its text changes. */
  readonly option_id: number
  readonly description: string
}

/** An option with its votes (docs/polls.md, Results). */
export type PollResult = PollOption & {
  readonly votes: number
  /** From 0 to 1, not rounded. */
  readonly percentage: number
}

/** `GET {path}/@poll`, and the answer to a counted vote (docs/polls.md, Poll payload). */
export type PollPayload = {
  /** URL of the endpoint. */
  readonly '@id': string
  readonly uid: string
  readonly state: PollState
  readonly allow_anonymous: boolean
  /** True when the poll allows anonymous votes but visitors lack a permission to vote here. */
  readonly anonymous_blocked: boolean
  /** Whether results are visible before the poll is closed. */
  readonly show_results: boolean
  readonly results_graph: ResultsGraph
  /** In the order of the editor, even if the poll shuffles them. */
  readonly options: readonly PollOption[]
  /** Number of options that one voter may pick; 1 or more. */
  readonly max_choices: number
  readonly legend: string | null
  readonly shuffle_options: boolean
  readonly can_vote: boolean
  /** Null for visitors who read, so that all of them get the same payload; true in the answer to a vote. */
  readonly has_voted: boolean | null
  /** The number of votes, or of voters when they may pick several options; null while results are hidden. */
  readonly total_votes: number | null
  /** One for each option, in the order of the options; null while results are hidden. */
  readonly results: readonly PollResult[] | null
} & Partial<PollDatesPayload>

/** Only if a poll has at least one date; otherwise all three keys are absent, as in Plone. */
export type PollDatesPayload = {
  /** ISO 8601 in UTC; null when the poll has no such date. */
  readonly open_date: string | null
  readonly close_date: string | null
  /** Whether `close_date` has passed. */
  readonly expired: boolean
}
