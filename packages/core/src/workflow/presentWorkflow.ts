import type {
  ChainEntry,
  StateName,
  TitledRecord,
  TransitionLink,
  TransitionRecord,
  WorkflowPayload,
} from '../answers/workflow.js'
import type { ContentNode, WorkflowRecord } from '../content/node/node.js'
import { formatInstant } from '../foundation/instants.js'
import { transitionsByOwner } from './available.js'
import { currentState, primaryOf } from './chain.js'
import { type Guard, stateOf, type Transition, type WorkflowDefinition } from './definition.js'

export interface WorkflowStatus {
  readonly node: ContentNode
  readonly chain: readonly WorkflowDefinition[]
  /** Whether the payload contains the complete chain. The value is false for content without contributed workflows. */
  readonly participates: boolean
  readonly labels: ReadonlyMap<string, string>
  readonly records: readonly WorkflowRecord[]
  readonly url: string
  checkGuard(guard: Guard): boolean
  translate(text: string): string
}

function presentState(definition: WorkflowDefinition, id: string, translate: (text: string) => string): StateName {
  return { id, title: translate(stateOf(definition, id)?.title || id) }
}

export function presentRecord(
  { action, actor, comments, state, time, variables, plannedBy }: WorkflowRecord,
  definition: WorkflowDefinition,
): TransitionRecord {
  return {
    ...variables,
    action,
    actor,
    comments,
    [definition.stateVariable]: state,
    time: formatInstant(time),
    ...(plannedBy === undefined ? {} : { planned_by: plannedBy }),
  }
}

/**
 * Returns the records of a workflow, oldest first. The list is empty if the workflow has no history or if the caller
 * does not pass its history guard (docs/workflow-and-history.md, Workflow payload, rule 3).
 */
function visibleRecords(
  definition: WorkflowDefinition,
  { records, checkGuard }: WorkflowStatus,
): readonly WorkflowRecord[] {
  const isVisible = definition.recordsHistory !== false && checkGuard(definition.historyGuard)
  return isVisible ? records.filter(({ workflow }) => workflow === definition.id) : []
}

function presentTransition({ id, title }: Transition, { url, translate }: WorkflowStatus): TransitionLink {
  return { '@id': `${url}/${id}`, title: translate(title) }
}

function presentEntry(
  definition: WorkflowDefinition,
  owned: readonly Transition[],
  status: WorkflowStatus,
): ChainEntry {
  const { node, labels, translate } = status
  return {
    workflow_id: definition.id,
    title: translate(labels.get(definition.id) || definition.title),
    state_variable: definition.stateVariable,
    state: presentState(definition, currentState(node, definition), translate),
    transitions: owned.map(transition => presentTransition(transition, status)),
    history: visibleRecords(definition, status).map(record => presentRecord(record, definition)),
  }
}

function presentPrimary(
  primary: WorkflowDefinition | undefined,
  status: WorkflowStatus,
): Pick<WorkflowPayload, 'history' | 'state'> {
  const { node, translate } = status
  if (!primary) return { history: [], state: { id: '', title: '' } }
  const titled = (record: WorkflowRecord): TitledRecord => ({
    ...presentRecord(record, primary),
    title: translate(stateOf(primary, record.state)?.title || record.state),
  })
  return {
    history: visibleRecords(primary, status).map(titled),
    state: presentState(primary, currentState(node, primary), translate),
  }
}

/** Builds the `@workflow` payload (docs/workflow-and-history.md, Workflow payload). */
export function presentWorkflow(status: WorkflowStatus): WorkflowPayload {
  const { chain, node, checkGuard, url } = status
  const owned = transitionsByOwner(node, chain, checkGuard)
  const transitionsOf = (definition: WorkflowDefinition) => owned.get(definition.id) ?? []
  const listed = status.participates ? chain.slice(0, 1) : chain
  return {
    '@id': url,
    ...presentPrimary(primaryOf(chain), status),
    transitions: listed.flatMap(transitionsOf).map(transition => presentTransition(transition, status)),
    ...(status.participates
      ? { chain: chain.map(definition => presentEntry(definition, transitionsOf(definition), status)) }
      : {}),
  }
}
