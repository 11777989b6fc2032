import type { PollOption, PollState, ResultsGraph } from '../answers/poll.js'
import type { ContentNode } from '../content/node/node.js'
import type { Instant } from '../foundation/instants.js'
import type { JsonValue } from '../foundation/json.js'

export const pollWorkflowId = 'poll_workflow'

const states = ['private', 'pending', 'open', 'closed'] as const satisfies readonly PollState[]
const graphs = ['bar', 'pie', 'numbers'] as const satisfies readonly ResultsGraph[]

/** The properties of a poll that determine whether votes are accepted. */
export interface VotingRules {
  readonly state: PollState
  readonly allowAnonymous: boolean
  readonly options: readonly PollOption[]
  /** The maximum number of options per voter, at least 1. */
  readonly maxChoices: number
  /** The start of voting. If null, voting starts when the poll is opened. */
  readonly openDate: Instant | null
  /** The end of voting (exclusive). If null, voting ends when the poll is closed. */
  readonly closeDate: Instant | null
}

/** A poll as plain data. */
export interface Poll extends VotingRules {
  readonly uid: string
  readonly legend: string | null
  /** Whether results are shown before the poll is closed. */
  readonly showResults: boolean
  readonly resultsGraph: ResultsGraph
  readonly shuffleOptions: boolean
}

/**
 * Returns the poll that an object contains. Booleans that are not set are false, and `maxChoices` defaults to 1
 * (docs/polls.md, Poll content, rule 4).
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
