import type { WorkflowRecord } from '../content/node/node.js'
import type { VersionMeta } from '../content/store/versions.js'
import type { WorkflowDefinition } from '../workflow/definition.js'

/** One thing that happened to an object. */
export type HistoryItem =
  | { readonly kind: 'workflow'; readonly definition: WorkflowDefinition; readonly record: WorkflowRecord }
  | { readonly kind: 'versioning'; readonly version: VersionMeta }

export interface HistoryParts {
  /** The workflows of which the records are told; those of others are left out. */
  readonly definitions: readonly WorkflowDefinition[]
  /** Everything that all workflows recorded, in the order of writing. */
  readonly records: readonly WorkflowRecord[]
  /** In the order of writing; empty for whom they are not told. */
  readonly versions: readonly VersionMeta[]
}

/**
 * The history of an object, newest first; of two at the same millisecond the one written later
 * (docs/workflow-and-history.md, Merged history, rule 2).
 */
export function mergeHistory(parts: HistoryParts): readonly HistoryItem[] {
  return inWritingOrder(parts)
    .toReversed()
    .sort((a, b) => timeOf(b) - timeOf(a))
}

function inWritingOrder({ definitions, records, versions }: HistoryParts): readonly HistoryItem[] {
  const told = new Map(definitions.map(definition => [definition.id, definition]))
  const items: HistoryItem[] = []
  let written = 0
  const addRecordsUpTo = (end: number): void => {
    for (const record of records.slice(written, end)) {
      const definition = told.get(record.workflow)
      if (definition) items.push({ kind: 'workflow', definition, record })
    }
    written = Math.max(written, end)
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

/** Ids of the users who did something; empty where that was nobody who was logged in. */
export function actorOf(item: HistoryItem): string {
  return item.kind === 'workflow' ? item.record.actor : item.version.actor
}
