import type { WorkflowRecord } from '../content/node/node.js'
import type { VersionMeta } from '../content/store/versions.js'
import type { WorkflowDefinition } from '../workflow/definition.js'

/** One entry of a history: a workflow transition or a new version. */
export type HistoryItem =
  | { readonly kind: 'workflow'; readonly definition: WorkflowDefinition; readonly record: WorkflowRecord }
  | { readonly kind: 'versioning'; readonly version: VersionMeta }

/** The input of `mergeHistory`. */
export interface HistoryParts {
  /** The workflows whose records the reader may see; the records of others are left out. */
  readonly definitions: readonly WorkflowDefinition[]
  /** The records of all workflows of the object, in write order. */
  readonly records: readonly WorkflowRecord[]
  /** In write order; empty if the reader may not see versions. */
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
export function mergeHistory(parts: HistoryParts): readonly HistoryItem[] {
  return inWritingOrder(parts)
    .toReversed()
    .sort((a, b) => timeOf(b) - timeOf(a))
}

function inWritingOrder({ definitions, records, versions }: HistoryParts): readonly HistoryItem[] {
  const visible = new Map(definitions.map(definition => [definition.id, definition]))
  const items: HistoryItem[] = []
  let addedUpTo = 0
  const addRecordsUpTo = (end: number): void => {
    for (const record of records.slice(addedUpTo, end)) {
      const definition = visible.get(record.workflow)
      if (definition) items.push({ kind: 'workflow', definition, record })
    }
    addedUpTo = Math.max(addedUpTo, end)
  }
  for (const version of versions) {
    addRecordsUpTo(version.records)
    items.push({ kind: 'versioning', version })
  }
  addRecordsUpTo(records.length)
  return items
}

function timeOf(item: HistoryItem): number {
  return item.kind === 'workflow' ? item.record.time : item.version.time
}

/** The id of the user who made an entry; empty for an anonymous caller. */
export function actorOf(item: HistoryItem): string {
  return item.kind === 'workflow' ? item.record.actor : item.version.actor
}
