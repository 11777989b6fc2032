import { catalogEntry, catalogFacts } from '../../content/catalog/catalogEntry.js'
import { recordsVersions } from '../../content/model/versioning.js'
import { type Lineage, objectOf } from '../../content/node/lineage.js'
import type { ContentNode, WorkflowRecord } from '../../content/node/node.js'
import type { EntryUpdate, NodeCreation, NodeUpdate } from '../../content/store/change.js'
import { initialComment, type VersionNote } from '../../content/store/versions.js'
import { userIdOf } from '../../security/caller.js'
import { recordsToStore } from '../../workflow/attemptTransition.js'
import type { Environment } from '../run/environment.js'
import type { RequestContext } from '../run/requestContext.js'

// Only these functions build the parts of a change, so that no operation forgets the catalog entry, the records or the
// version of an object. Each takes the lineage after the change, with the object last.

/** The environment, caller, time and task of a write. */
export type WriteContext = Pick<RequestContext, 'environment' | 'caller' | 'now' | 'task'>

/** The creation of an object, with its first version if its type is versioned. */
export async function creationOf(
  writeContext: WriteContext,
  lineage: Lineage,
  records: readonly WorkflowRecord[] = [],
): Promise<NodeCreation> {
  const { environment, task } = writeContext
  const node = objectOf(lineage)
  return {
    node,
    entry: await catalogEntry(lineage, environment, task),
    records: recordsToStore(records, environment.workflows),
    ...versionOf(writeContext, node, initialComment),
  }
}

export interface Edit {
  /** The comment of the new version; null to create no version. */
  readonly note: string | null
  readonly records?: readonly WorkflowRecord[]
}

/** The update of an object with changed fields: new words for the text index and, unless `note` is null, a version. */
export async function editOf(
  writeContext: WriteContext,
  lineage: Lineage,
  { note, records = [] }: Edit,
): Promise<NodeUpdate> {
  const { environment, task } = writeContext
  const node = objectOf(lineage)
  return {
    node,
    entry: await catalogEntry(lineage, environment, task),
    records: recordsToStore(records, environment.workflows),
    ...versionOf(writeContext, node, note),
  }
}

/** The update of an object with unchanged fields: no version, and the text index retains its words. */
export function updateOf(
  environment: Environment,
  lineage: Lineage,
  records: readonly WorkflowRecord[] = [],
): NodeUpdate {
  const entry = catalogFacts(lineage, environment)
  return { node: objectOf(lineage), entry, records: recordsToStore(records, environment.workflows) }
}

/** A new catalog entry for an unchanged object, after a change elsewhere that the entry depends on. */
export function reindexingOf(environment: Environment, lineage: Lineage): EntryUpdate {
  const { uid, revision } = objectOf(lineage)
  return { uid, revision, entry: catalogFacts(lineage, environment) }
}

/** Like `reindexingOf`, with new words for the text index. */
export async function fullReindexingOf(
  { environment, task }: Pick<WriteContext, 'environment' | 'task'>,
  lineage: Lineage,
): Promise<EntryUpdate> {
  const { uid, revision } = objectOf(lineage)
  return { uid, revision, entry: await catalogEntry(lineage, environment, task) }
}

/** The note of a new version, if the object is versioned. */
function versionOf(
  { environment, caller, now }: WriteContext,
  node: ContentNode,
  comments: string | null,
): { readonly version?: VersionNote } {
  if (comments === null || !recordsVersions(node, environment.registry.type(node.type))) return {}
  return { version: { time: now, actor: userIdOf(caller), comments } }
}
