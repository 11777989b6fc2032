import type { PollOption, PollState, ResultsGraph } from '../answers/poll.js'
import type { ContentNode } from '../content/node/node.js'
import type { Instant } from '../foundation/instants.js'
import type { JsonValue } from '../foundation/json.js'

export const pollWorkflowId = 'poll_workflow'

const states = ['private', 'pending', 'open', 'closed'] as const satisfies readonly PollState[]
const graphs = ['bar', 'pie', 'numbers'] as const satisfies readonly ResultsGraph[]

/** The properties of a poll that determine whether a vote is accepted. */
export interface VotingRules {
  readonly state: PollState
  readonly allowAnonymous: boolean
  readonly options: readonly PollOption[]
  /** The maximum number of options per vote, at least 1. */
  readonly maxChoices: number
  /** The start of voting. Null means that voting starts when the poll is opened. */
  readonly openDate: Instant | null
  /** The exclusive end of voting. Null means that voting ends when the poll is closed. */
  readonly closeDate: Instant | null
}

/** A poll as plain data. */
export interface Poll extends VotingRules {
  readonly uid: string
  readonly legend: string | null
  /** Whether voters can view results before the poll is closed. */
  readonly showResults: boolean
  readonly resultsGraph: ResultsGraph
  readonly shuffleOptions: boolean
}

/**
 * Converts a content object to a poll. Unset flags are false, and `maxChoices` defaults to 1 (docs/polls.md, Poll
 * content, rule 4).
 */
export const pollOf = ({ uid, fields, states: stateByWorkflow }: ContentNode): Poll => ({
  uid,
  state: states.find(state => state === stateByWorkflow[pollWorkflowId]) ?? 'private',
  allowAnonymous: fields.allow_anonymous === true,
  options: Array.isArray(fields.options) ? (fields.options as readonly PollOption[]) : [],
  maxChoices: Math.max(1, Number(fields.max_choices ?? 1)),
  openDate: instantIn(fields.open_date),
  closeDate: instantIn(fields.close_date),
  legend: typeof fields.legend === 'string' && fields.legend !== '' ? fields.legend : null,
  showResults: fields.show_results === true,
  resultsGraph: graphs.find(graph => graph === fields.results_graph) ?? 'bar',
  shuffleOptions: fields.shuffle_options === true,
})

const instantIn = (value: JsonValue | undefined): Instant | null => (typeof value === 'number' ? value : null)
