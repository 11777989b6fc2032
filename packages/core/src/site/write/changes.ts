import type { EventTransition } from '../../changeFeed/events.js'
import { catalogEntry, catalogFacts } from '../../content/catalog/catalogEntry.js'
import { type RegisteredType, recordsVersions } from '../../content/model/model.js'
import {
  type ContentNode,
  type FieldValues,
  type Lineage,
  objectOf,
  type WorkflowRecord,
} from '../../content/node/node.js'
import type { Change, EntryUpdate, NodeCreation, NodeUpdate } from '../../content/store/change.js'
import { initialComment, type VersionNote } from '../../content/store/versions.js'
import { parentPath } from '../../foundation/paths.js'
import { eachOf } from '../../foundation/scheduler.js'
import { userIdOf, userPrincipal } from '../../security/caller.js'
import type { PermissionMap } from '../../security/permissions.js'
import { recordsToStore } from '../../workflow/attemptTransition.js'
import { currentState } from '../../workflow/chain.js'
import type { Environment } from '../run/environment.js'
import { maxShortScan } from '../run/openEach.js'
import type { RequestContext } from '../run/requestContext.js'

// Only these functions build the parts of a change, so that no operation omits the catalog entry, the records or the
// version of an object. Each function takes the lineage after the change, whose last object is the changed object.

type WriteContext = Pick<RequestContext, 'environment' | 'caller' | 'now' | 'task'>

/** The creation of an object, including its first version if its type is versioned. */
export const creationOf = (
  writeContext: WriteContext,
  lineage: Lineage,
  records: readonly WorkflowRecord[] = [],
): Promise<NodeCreation> => editOf(writeContext, lineage, { note: initialComment, records })

interface Edit {
  /** The comment of the new version; null to create no version. */
  readonly note: string | null
  readonly records?: readonly WorkflowRecord[]
  /** The object before the transitions in `records`. */
  readonly before?: ContentNode
}

/**
 * The update of an object whose fields have changed. The update contains new words for the text index and, unless
 * `note` is null, a new version.
 */
export async function editOf(
  writeContext: WriteContext,
  lineage: Lineage,
  { note, records = [], before }: Edit,
): Promise<NodeCreation> {
  const { environment, task } = writeContext
  const node = objectOf(lineage)
  return {
    node,
    entry: await catalogEntry(lineage, environment, task),
    records: recordsToStore(records, environment.workflows),
    transitions: transitionsIn(environment, records, before),
    ...versionOf(writeContext, node, note),
  }
}

/**
 * The update of an object whose fields are unchanged. The update creates no version, and the text index retains the
 * words of the object.
 */
export function updateOf(
  environment: Environment,
  lineage: Lineage,
  { records = [], before }: Pick<Edit, 'records' | 'before'> = {},
): NodeUpdate {
  const entry = catalogFacts(lineage, environment)
  return {
    node: objectOf(lineage),
    entry,
    records: recordsToStore(records, environment.workflows),
    transitions: transitionsIn(environment, records, before),
  }
}

/** The transitions of an object, computed from the records of a change and the object before the change. */
function transitionsIn(
  { workflows: { definitions } }: Environment,
  records: readonly WorkflowRecord[],
  before: ContentNode | undefined,
): readonly EventTransition[] {
  const states = new Map<string, string>()
  return records.flatMap(({ workflow, action, state: to }) => {
    const definition = definitions.get(workflow)
    const from = states.get(workflow) ?? (before && definition ? currentState(before, definition) : null)
    states.set(workflow, to)
    return action === null ? [] : [{ workflow, transition: action, from, to }]
  })
}

/** A new catalog entry for an unchanged object, after a change of another object on which the entry depends. */
export function reindexingOf(environment: Environment, lineage: Lineage): EntryUpdate {
  const { uid, revision } = objectOf(lineage)
  return { uid, revision, entry: catalogFacts(lineage, environment) }
}

/** Like `reindexingOf`, but includes new words for the text index. */
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

interface NewNode {
  readonly type: RegisteredType
  readonly uid: string
  readonly path: string
  readonly values: FieldValues
  readonly layout: string | null
}

export function newNode(
  { caller, now }: Pick<RequestContext, 'caller' | 'now'>,
  { type, uid, path, values, layout }: NewNode,
): ContentNode {
  const creator = userIdOf(caller)
  return {
    uid,
    path,
    type: type.id,
    revision: 1,
    created: now,
    modified: now,
    creator,
    fields: values,
    layout,
    states: {},
    permissions: grantsOf(type),
    localRoles: creator === '' ? {} : { [userPrincipal(creator)]: ['Owner'] },
    blockLocalRoles: false,
  }
}

export const grantsOf = ({ grants = {} }: RegisteredType): PermissionMap =>
  Object.fromEntries(Object.entries(grants).map(([name, roles]) => [name, { roles, acquired: false }]))

/** The new entries of a subtree, and the sizes that make the commit fail if the subtree has changed. */
export type SubtreeEntries = Required<Pick<Change, 'entries' | 'sizes'>>

/**
 * New catalog entries for all descendants of a changed object, which is the last object of `lineage`. If its path
 * differs from `from`, the descendants also get new paths.
 */
export async function entriesBelow(
  { environment, reader, task }: Pick<RequestContext, 'environment' | 'reader' | 'task'>,
  from: string,
  lineage: Lineage,
): Promise<SubtreeEntries> {
  const { path: to, type } = objectOf(lineage)
  const entries: EntryUpdate[] = []
  if (environment.registry.type(type).contains === null) return { entries, sizes: [] }
  if ((await expectMany({ reader, task }, from)) === 0) return { entries, sizes: [{ path: from, size: 1 }] }
  const lineages = new Map<string, Lineage>([[from, lineage]])
  for await (const node of eachOf(reader.subtree(from), task)) {
    if (node.path === from) continue
    const childLineage = [
      ...(lineages.get(parentPath(node.path)) ?? []),
      { ...node, path: to + node.path.slice(from.length) },
    ]
    lineages.set(node.path, childLineage)
    entries.push(reindexingOf(environment, childLineage))
  }
  return { entries, sizes: [{ path: from, size: entries.length + 1 }] }
}

/**
 * Acquires a permit for long tasks if there are many descendants. Returns the number of descendants, up to
 * `maxShortScan`.
 */
export async function expectMany(
  { reader, task }: Pick<RequestContext, 'reader' | 'task'>,
  path: string,
): Promise<number> {
  const count = await reader.sizeUpTo(path, maxShortScan + 1)
  if (count > maxShortScan) task.expectLong()
  return count - 1
}
