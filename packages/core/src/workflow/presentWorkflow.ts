import type { ContentNode, WorkflowRecord } from '../content/node/node.js'
import { formatInstant } from '../foundation/instants.js'
import type { JsonObject } from '../foundation/json.js'
import { transitionsByOwner } from './available.js'
import { currentState, primaryOf } from './chain.js'
import { type Guard, stateOf, type Transition, type WorkflowDefinition } from './definition.js'

export interface WorkflowStatus {
  readonly node: ContentNode
  readonly chain: readonly WorkflowDefinition[]
  /** Whether contributed workflows are told of, or the payload is the one of content without any. */
  readonly participates: boolean
  readonly labels: ReadonlyMap<string, string>
  /** What the workflows recorded, in the order of writing. */
  readonly records: readonly WorkflowRecord[]
  /** URL of the endpoint. */
  readonly url: string
  passes(guard: Guard): boolean
  translate(text: string): string
}

function presentState(definition: WorkflowDefinition, id: string, translate: (text: string) => string): JsonObject {
  return { id, title: translate(stateOf(definition, id)?.title || id) }
}

/** A record under the state variable of its own workflow. */
export function presentRecord(
  { action, actor, comments, state, time, variables }: WorkflowRecord,
  definition: WorkflowDefinition,
): JsonObject {
  return { ...variables, action, actor, comments, [definition.stateVariable]: state, time: formatInstant(time) }
}

/**
 * Oldest first; none where the workflow keeps none, or its own guard keeps the caller out
 * (docs/workflow-and-history.md, Workflow payload, rule 3).
 */
function visibleRecords(
  definition: WorkflowDefinition,
  { records, passes }: WorkflowStatus,
): readonly WorkflowRecord[] {
  const isTold = definition.recordsHistory !== false && passes(definition.historyGuard)
  return isTold ? records.filter(({ workflow }) => workflow === definition.id) : []
}

function presentTransition({ id, title }: Transition, { url, translate }: WorkflowStatus): JsonObject {
  return { '@id': `${url}/${id}`, title: translate(title) }
}

function presentEntry(
  definition: WorkflowDefinition,
  owned: readonly Transition[],
  status: WorkflowStatus,
): JsonObject {
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

function presentPrimary(primary: WorkflowDefinition | undefined, status: WorkflowStatus): JsonObject {
  const { node, translate } = status
  if (!primary) return { history: [], state: { id: '', title: '' } }
  const titled = (record: WorkflowRecord): JsonObject => ({
    ...presentRecord(record, primary),
    title: translate(stateOf(primary, record.state)?.title || record.state),
  })
  return {
    history: visibleRecords(primary, status).map(titled),
    state: presentState(primary, currentState(node, primary), translate),
  }
}

/**
 * The `@workflow` payload (docs/workflow-and-history.md, Workflow payload; without a primary workflow:
 * docs/workflow-and-history.md, Workflow payload, rule 4).
 */
export function presentWorkflow(status: WorkflowStatus): JsonObject {
  const { chain, node, passes, url } = status
  const owned = transitionsByOwner(node, chain, passes)
  const ofWorkflow = (definition: WorkflowDefinition) => owned.get(definition.id) ?? []
  const listed = status.participates ? chain.slice(0, 1) : chain
  return {
    '@id': url,
    ...presentPrimary(primaryOf(chain), status),
    transitions: listed.flatMap(ofWorkflow).map(transition => presentTransition(transition, status)),
    ...(status.participates
      ? { chain: chain.map(definition => presentEntry(definition, ofWorkflow(definition), status)) }
      : {}),
  }
}
