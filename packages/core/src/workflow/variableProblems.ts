import { repeatedNames } from '../foundation/repeated.js'
import type { WorkflowDefinition } from './definition.js'

/** The keys of record payloads; variables cannot use them as ids. */
const reserved = [
  '@id',
  'action',
  'actor',
  'comments',
  'may_revert',
  'state_title',
  'time',
  'title',
  'transition_title',
  'type',
  'version',
  'workflow_id',
]

/** The problems of the variables of a workflow, one sentence each. */
export function variableProblems(subject: string, definition: WorkflowDefinition): readonly string[] {
  const ids = (definition.variables ?? []).map(({ id }) => id)
  const setters = [
    ...definition.states.map(state => ({ setter: `the state ${state.id}`, variables: state.variables })),
    ...definition.transitions.map(({ id, variables }) => ({ setter: `the transition ${id}`, variables })),
  ]
  return [
    ...repeatedNames(ids).map(id => `${subject}: has more than one variable ${id}.`),
    ...ids
      .filter(id => id === definition.stateVariable || reserved.includes(id))
      .map(id => `${subject}: the variable ${id} has a name that records use already.`),
    ...setters.flatMap(({ setter, variables = {} }) =>
      Object.keys(variables)
        .filter(id => !ids.includes(id))
        .map(id => `${subject}: ${setter} sets the variable ${id}, which the workflow does not have.`),
    ),
  ]
}

/** The problems of the worklists of a workflow, one sentence each. */
export function worklistProblems(subject: string, { states, worklists = [] }: WorkflowDefinition): readonly string[] {
  const ids = worklists.map(({ id }) => id)
  const stateIds = states.map(({ id }) => id)
  return [
    ...repeatedNames(ids).map(id => `${subject}: has more than one worklist ${id}.`),
    ...worklists.flatMap(({ id, states: listed }) =>
      listed
        .filter(state => !stateIds.includes(state))
        .map(state => `${subject}: the worklist ${id} lists the state ${state}, which does not exist.`),
    ),
  ]
}
