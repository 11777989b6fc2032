import { catalogEntry, catalogFacts } from '../../content/catalog/catalogEntry.js'
import { keepsVersions } from '../../content/model/versioning.js'
import { type Lineage, objectOf } from '../../content/node/lineage.js'
import type { ContentNode, WorkflowRecord } from '../../content/node/node.js'
import type { EntryUpdate, NodeCreation, NodeUpdate } from '../../content/store/contentStore.js'
import { initialComment, type VersionNote } from '../../content/store/versions.js'
import { userIdOf } from '../../security/caller.js'
import { recordsToStore } from '../../workflow/move.js'
import type { Environment } from '../run/environment.js'
import type { Visit } from '../run/visit.js'

// What is written of an object is put together here alone, so that no operation forgets its catalog entry, its records or
// its version. Each function takes the lineage as it is going to be, the object last.

/** Who writes, when, and in which turns. */
export type Writing = Pick<Visit, 'environment' | 'caller' | 'now' | 'work'>

/** A new object, with its first version where it keeps versions. */
export async function creationOf(
  writing: Writing,
  lineage: Lineage,
  records: readonly WorkflowRecord[] = [],
): Promise<NodeCreation> {
  const { environment, work } = writing
  const node = objectOf(lineage)
  return {
    node,
    entry: await catalogEntry(lineage, environment, work),
    records: recordsToStore(records, environment.workflows),
    ...versionOf(writing, node, initialComment),
  }
}

export interface Edit {
  /** The comment of the version that is kept; null where no version is kept. */
  readonly note: string | null
  readonly records?: readonly WorkflowRecord[]
}

/**
 * An object whose fields change, and with them the words by which it is found. Whether a version of it is kept has to be
 * said.
 */
export async function editOf(writing: Writing, lineage: Lineage, { note, records = [] }: Edit): Promise<NodeUpdate> {
  const { environment, work } = writing
  const node = objectOf(lineage)
  return {
    node,
    entry: await catalogEntry(lineage, environment, work),
    records: recordsToStore(records, environment.workflows),
    ...versionOf(writing, node, note),
  }
}

/** An object that changes in anything but its fields: no version, and the words by which it is found stay. */
export function updateOf(
  environment: Environment,
  lineage: Lineage,
  records: readonly WorkflowRecord[] = [],
): NodeUpdate {
  const entry = catalogFacts(lineage, environment)
  return { node: objectOf(lineage), entry, records: recordsToStore(records, environment.workflows) }
}

/** A new catalog entry of an object that stays as it is, while something changes on which the entry depends. */
export function reindexingOf(environment: Environment, lineage: Lineage): EntryUpdate {
  const { uid, revision } = objectOf(lineage)
  return { uid, revision, entry: catalogFacts(lineage, environment) }
}

/** As `reindexingOf`, where the words depend on it too. */
export async function rewordingOf(
  { environment, work }: Pick<Writing, 'environment' | 'work'>,
  lineage: Lineage,
): Promise<EntryUpdate> {
  const { uid, revision } = objectOf(lineage)
  return { uid, revision, entry: await catalogEntry(lineage, environment, work) }
}

/** The version of an object that keeps versions once it is as given. */
function versionOf(
  { environment, caller, now }: Writing,
  node: ContentNode,
  comments: string | null,
): { readonly version?: VersionNote } {
  if (comments === null || !keepsVersions(node, environment.registry.type(node.type))) return {}
  return { version: { time: now, actor: userIdOf(caller), comments } }
}
