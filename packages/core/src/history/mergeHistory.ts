import type { WorkflowRecord } from '../content/node/node.js'
import type { VersionMeta } from '../content/store/versions.js'
import type { Instant } from '../foundation/instants.js'
import { mapInSteps, resultOf } from '../foundation/steps.js'
import type { WorkflowDefinition } from '../workflow/definition.js'

export interface HistoryRelease {
  readonly number: number
  readonly name: string
  readonly comment: string
  readonly actor: string
  /** The time of the entry, in milliseconds since 1970. */
  readonly time: number
}

/** An entry in a history: a workflow transition, a new version, or a release of the schedule. */
export type HistoryItem =
  | { readonly kind: 'workflow'; readonly definition: WorkflowDefinition; readonly record: WorkflowRecord }
  | { readonly kind: 'versioning'; readonly version: VersionMeta }
  | { readonly kind: 'release'; readonly release: HistoryRelease }

/** An entry of a kind that the application defines. `kind` must differ from the kinds of `HistoryItem`. */
export interface OwnHistoryEntry {
  readonly kind: string
  readonly time: Instant
}

export interface HistoryParts<E extends OwnHistoryEntry = never> {
  /** The workflows whose records the reader may view. Records of all other workflows are omitted. */
  readonly definitions?: readonly WorkflowDefinition[]
  /** The records of all workflows, oldest first. */
  readonly records?: readonly WorkflowRecord[]
  /** The versions, oldest first. The list is empty if the reader may not view versions. */
  readonly versions?: readonly VersionMeta[]
  /** The releases of an event, oldest first. The list is absent for all other objects. */
  readonly releases?: readonly HistoryRelease[]
  /** The entries of the application. Entries with the same time must be in the order in which they were written. */
  readonly entries?: readonly E[]
}

/**
 * Merges records, versions, releases and entries of the application, newest first. Of entries with the same time, the
 * most recently written entry comes first, and entries of the application are treated as the most recent
 * (docs/workflow-and-history.md, Merged history, rule 2).
 *
 * @example
 * const history = mergeHistory({ definitions: [simplePublicationWorkflow], records, versions })
 * history.map(({ kind }) => kind) // ['workflow', 'versioning', 'workflow']
 */
export const mergeHistory = <E extends OwnHistoryEntry = never>(parts: HistoryParts<E>): readonly (HistoryItem | E)[] =>
  resultOf(historySteps(parts))

/** Merges a history like `mergeHistory`, but yields often, so that a caller with thousands of entries can pause. */
export function* historySteps<E extends OwnHistoryEntry = never>(
  parts: HistoryParts<E>,
): Generator<undefined, readonly (HistoryItem | E)[]> {
  const items: readonly (HistoryItem | E)[] = [...(yield* inWritingOrder(parts)), ...(parts.entries ?? [])]
  return items.toReversed().sort((a, b) => timeOf(b) - timeOf(a))
}

function* inWritingOrder({
  definitions = [],
  records = [],
  versions = [],
  releases = [],
}: Omit<HistoryParts, 'entries'>): Generator<undefined, HistoryItem[]> {
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
  return [...items, ...releases.map(release => ({ kind: 'release' as const, release }))]
}

export function sourceOf(item: HistoryItem): WorkflowRecord | VersionMeta | HistoryRelease {
  if (item.kind === 'workflow') return item.record
  return item.kind === 'versioning' ? item.version : item.release
}

const timeOf = (item: HistoryItem | OwnHistoryEntry): Instant => ('time' in item ? item.time : sourceOf(item).time)

/** Returns the user id of the author of a history item, or an empty string for an anonymous user. */
export const actorOf = (item: HistoryItem): string => sourceOf(item).actor
