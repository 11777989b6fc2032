import { isVersionable } from '../../../content/model/model.js'
import type { ContentNode, VariableValues, WorkflowRecord } from '../../../content/node/node.js'
import { withMonotonicTimes } from '../../../content/node/timeOrder.js'
import type { StoredVersion } from '../../../content/store/versions.js'
import type { Instant } from '../../../foundation/instants.js'
import { stateOf, type WorkflowDefinition } from '../../../workflow/definition.js'
import type { Environment } from '../../run/environment.js'
import type { IncomingObject, IncomingRecord, ObjectFinding, SavedNote } from './incomingSite.js'

interface RecordsResult {
  /** The records of all workflows, sorted by time. The records of the same workflow remain in their original order. */
  readonly records: readonly WorkflowRecord[]
  readonly states: ContentNode['states']
  readonly variables: Readonly<Record<string, VariableValues>>
  readonly findings: readonly ObjectFinding[]
}

/**
 * Reads the workflow records of an object. In each workflow, the last record determines the state of the object
 * (docs/how-to/move-in.md, Histories).
 */
export function readRecords({ workflows }: Environment, records: readonly IncomingRecord[]): RecordsResult {
  const { definitions } = workflows
  const merged = inOrder(records).map(record => recordOf(definitions.get(record.workflow), record))
  const sortedRecords = withMonotonicTimes(merged, null)
  return {
    records: sortedRecords,
    states: statesAfter(sortedRecords, definitions),
    variables: variablesAfter(sortedRecords),
    findings: unknownIn(sortedRecords, definitions),
  }
}

function unknownIn(records: readonly WorkflowRecord[], definitions: Definitions): readonly ObjectFinding[] {
  const workflows = new Set<string>()
  const states = new Set<string>()
  for (const { workflow, state } of records) {
    const definition = definitions.get(workflow)
    if (!definition) workflows.add(workflow)
    else if (!stateOf(definition, state)) states.add(`${workflow}: ${state}`)
  }
  const unknownFindings = (kind: ObjectFinding['kind'], names: ReadonlySet<string>): readonly ObjectFinding[] =>
    [...names].map(detail => ({ kind, weight: 'unknown', key: 'workflow_history', detail }))
  return [...unknownFindings('workflow', workflows), ...unknownFindings('state', states)]
}

type Definitions = ReadonlyMap<string, WorkflowDefinition>

/**
 * Sorts the records by time. If a record is earlier than its predecessor in the same workflow, it is sorted by the time
 * of the predecessor.
 */
function inOrder(records: readonly IncomingRecord[]): readonly IncomingRecord[] {
  const latest = new Map<string, Instant>()
  const timed = records.map(record => {
    const time = Math.max(record.time, latest.get(record.workflow) ?? record.time)
    latest.set(record.workflow, time)
    return { record, time }
  })
  return timed.sort((a, b) => a.time - b.time).map(({ record }) => record)
}

function recordOf(definition: WorkflowDefinition | undefined, record: IncomingRecord): WorkflowRecord {
  const { workflow, action, actor, comments, time, values } = record
  const { [definition?.stateVariable ?? stateKey(values)]: state, ...variables } = values
  const more = Object.keys(variables).length > 0 ? { variables } : {}
  return { workflow, action, actor, comments, time, state: String(state ?? ''), ...more }
}

const commonStateKeys = ['review_state', 'workflow_states']

const stateKey = (values: VariableValues): string =>
  commonStateKeys.find(key => Object.hasOwn(values, key)) ?? Object.keys(values)[0] ?? ''

/**
 * Returns the state of each workflow after its last record. Unknown states are omitted, so that the object gets the
 * initial state.
 */
function statesAfter(records: readonly WorkflowRecord[], definitions: Definitions): ContentNode['states'] {
  const states: Record<string, string> = {}
  for (const { workflow, state } of records) states[workflow] = state
  const isKnown = ([id, state]: [string, string]): boolean => {
    const definition = definitions.get(id)
    return !definition || stateOf(definition, state) !== undefined
  }
  return Object.fromEntries(Object.entries(states).filter(isKnown))
}

function variablesAfter(records: readonly WorkflowRecord[]): Readonly<Record<string, VariableValues>> {
  const values: Record<string, VariableValues> = {}
  for (const { workflow, variables } of records) if (variables) values[workflow] = variables
  return values
}

interface VersionsInput {
  readonly environment: Environment
  readonly node: ContentNode
  readonly records: readonly WorkflowRecord[]
  readonly old: readonly { readonly note: IncomingObject['versions'][number]; readonly fields: ContentNode['fields'] }[]
  readonly saved: IncomingObject['saved']
}

/** Returns the versions of an imported object. The list is empty if objects of its type have no versions. */
export function versionsOf({ environment, node, records, old, saved }: VersionsInput): readonly StoredVersion[] {
  if (!isVersionable(environment.registry.type(node.type))) return []
  const { definitions } = environment.workflows
  const versionAt = (note: SavedNote & { readonly time: Instant }, overrides: Partial<ContentNode>) => {
    const { time, actor, comments, modified = time, path = node.path, recordsBefore } = note
    const before = recordsBefore === undefined ? until(records, time) : records.slice(0, recordsBefore)
    const states = statesAfter(before, definitions)
    return { time, actor, comments, recordsBefore, node: { ...node, ...overrides, modified, path, states } }
  }
  const versions = old.map(({ note, fields }) => {
    const { uid, created, layout = node.layout } = note
    return versionAt(note, { uid: uid ?? node.uid, created: created ?? node.created, fields, layout })
  })
  if (saved) versions.push(versionAt({ time: node.modified, ...saved }, {}))
  return withMonotonicTimes(versions, null).map(({ recordsBefore, ...version }, number) => ({
    ...version,
    number,
    records: recordsBefore ?? until(records, version.time).length,
  }))
}

/** Returns the records up to the given time. `records` must be sorted by time, because this is a binary search. */
function until(records: readonly WorkflowRecord[], time: Instant): readonly WorkflowRecord[] {
  let [low, high] = [0, records.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((records[middle]?.time ?? 0) <= time) low = middle + 1
    else high = middle
  }
  return records.slice(0, low)
}
