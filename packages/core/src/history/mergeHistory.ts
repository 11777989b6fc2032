import type { WorkflowRecord } from '../content/node/node.js'
import type { VersionMeta } from '../content/store/versions.js'
import { mapInSteps, resultOf } from '../foundation/steps.js'
import type { WorkflowDefinition } from '../workflow/definition.js'

/** An entry in a history: a workflow transition or a new version. */
export type HistoryItem =
  | { readonly kind: 'workflow'; readonly definition: WorkflowDefinition; readonly record: WorkflowRecord }
  | { readonly kind: 'versioning'; readonly version: VersionMeta }

/** The input of `mergeHistory`. */
export interface HistoryParts {
  /** The workflows whose records the reader may see; records of other workflows are omitted. */
  readonly definitions: readonly WorkflowDefinition[]
  /** The records of all workflows of the object, in write order. */
  readonly records: readonly WorkflowRecord[]
  /** The versions in write order; empty if the reader may not see versions. */
  readonly versions: readonly VersionMeta[]
}

/**
 * The history of an object, newest first. Entries with the same time are sorted by write order, latest first
 * (docs/workflow-and-history.md, Merged history, rule 2).
 *
 * @example
 * const history = mergeHistory({ definitions: [simplePublicationWorkflow], records, versions })
 * history.map(({ kind }) => kind) // ['workflow', 'versioning', 'workflow']
 */
export const mergeHistory = (parts: HistoryParts): readonly HistoryItem[] => resultOf(historySteps(parts))

/** Like `mergeHistory`, but yields often, so that a caller with thousands of entries can pause. */
export function* historySteps(parts: HistoryParts): Generator<undefined, readonly HistoryItem[]> {
  const items = yield* inWritingOrder(parts)
  return items.toReversed().sort((a, b) => timeOf(b) - timeOf(a))
}

function* inWritingOrder({ definitions, records, versions }: HistoryParts): Generator<undefined, HistoryItem[]> {
  const visible = new Map(definitions.map(definition => [definition.id, definition]))
  const items: HistoryItem[] = []
  const addRecord = (record: WorkflowRecord): void => {
    const definition = visible.get(record.workflow)
    if (definition) items.push({ kind: 'workflow', definition, record })
  }
  let addedUpTo = 0
  yield* mapInSteps(versions, version => {
    records.slice(addedUpTo, version.records).forEach(addRecord)
    addedUpTo = Math.max(addedUpTo, version.records)
    items.push({ kind: 'versioning', version })
  })
  yield* mapInSteps(records.slice(addedUpTo), addRecord)
  return items
}

const timeOf = (item: HistoryItem): number => (item.kind === 'workflow' ? item.record.time : item.version.time)

/** The id of the user in an entry; empty for an anonymous user. */
export const actorOf = (item: HistoryItem): string =>
  item.kind === 'workflow' ? item.record.actor : item.version.actor
