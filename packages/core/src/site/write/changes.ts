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

// Only the functions in this file create the parts of a change, so that no operation omits the catalog entry, the
// records or the version of an object. These functions receive the lineage after the change. The last object of the
// lineage is the changed object.

type WriteContext = Pick<RequestContext, 'environment' | 'caller' | 'now' | 'task'>

export const creationOf = (
  writeContext: WriteContext,
  lineage: Lineage,
  records: readonly WorkflowRecord[] = [],
): Promise<NodeCreation> => editOf(writeContext, lineage, { note: initialComment, records })

interface Edit {
  /** The comment on the new version, or null to create no version. */
  readonly note: string | null
  readonly records?: readonly WorkflowRecord[]
  /** The object before the transitions in `records`. */
  readonly before?: ContentNode
}

/**
 * Returns the update of an object with changed fields. The update also contains the words for the text index and,
 * unless `note` is null, a new version.
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
 * Returns the update of an object with unchanged fields. The words in the text index do not change, and no version is
 * created.
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

/** Returns the new catalog entry of an unchanged object that depends on another, changed object. */
export function reindexingOf(environment: Environment, lineage: Lineage): EntryUpdate {
  const { uid, revision } = objectOf(lineage)
  return { uid, revision, entry: catalogFacts(lineage, environment) }
}

/** Returns the new catalog entry of an unchanged object, including the words in the text index. */
export async function fullReindexingOf(
  { environment, task }: Pick<WriteContext, 'environment' | 'task'>,
  lineage: Lineage,
): Promise<EntryUpdate> {
  const { uid, revision } = objectOf(lineage)
  return { uid, revision, entry: await catalogEntry(lineage, environment, task) }
}

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

export type SubtreeEntries = Required<Pick<Change, 'entries' | 'sizes'>>

/**
 * Creates catalog entries for all descendants of the last object of `lineage`. `from` is the path of this object before
 * the change. If the path has changed, the descendants also get new paths.
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
 * Acquires a permit for long tasks if the object has at least `maxShortScan` descendants. Returns the number of
 * descendants, up to `maxShortScan`.
 */
export async function expectMany(
  { reader, task }: Pick<RequestContext, 'reader' | 'task'>,
  path: string,
): Promise<number> {
  const count = await reader.sizeUpTo(path, maxShortScan + 1)
  if (count > maxShortScan) task.expectLong()
  return count - 1
}
