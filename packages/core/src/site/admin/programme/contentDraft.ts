import { initialValues } from '../../../content/model/readFields.js'
import { freeId, idFromTitle, isReservedPath } from '../../../content/node/naming.js'
import type { ContentNode, FieldValues, Lineage, WorkflowRecord } from '../../../content/node/node.js'
import type {
  Change,
  EntryUpdate,
  Expected,
  NodeCreation,
  NodeUpdate,
  SubtreeSize,
} from '../../../content/store/change.js'
import { sameJson } from '../../../foundation/json.js'
import { idOfPath, joinPath, parentPath, rootPath } from '../../../foundation/paths.js'
import type { Member } from '../../../security/caller.js'
import type { RequestContext } from '../../run/requestContext.js'
import { attemptTransitionAt, startChain } from '../../transition/attemptTransitionAt.js'
import { creationOf, editOf, entriesBelow, newNode } from '../../write/changes.js'
import { zoneEntries } from '../../write/zoneEntries.js'

/** Collects additions and changes by one author for a single transaction. New objects are published. */
export interface ContentDraft extends Pick<RequestContext, 'environment' | 'reader' | 'task' | 'now'> {
  readonly caller: Member
  readonly creates: DraftedAddition[]
  readonly updates: DraftedReplacement[]
  /** The containers and their expected revisions, by UID. */
  readonly containers: Map<string, Expected>
  readonly touchedPaths: Set<string>
  /** The ids in use, by container path. */
  readonly usedIds: Map<string, Set<string>>
  readonly edited: EditedObject[]
  unchanged: number
}

interface DraftedAddition extends DraftedNode {
  /** The containers of `node`, beginning with the site root. */
  readonly above: Lineage
}

interface DraftedReplacement extends DraftedAddition {
  readonly stored: ContentNode
  /** The comment on the new version, or null to create no version. */
  readonly note: string | null
}

export interface EditedObject {
  readonly path: string
  readonly title: string
  /** The names of the visible fields that change, and `@type` if the type changes. */
  readonly fields: readonly string[]
}

interface DraftOrigin extends Pick<RequestContext, 'environment' | 'reader' | 'task'> {
  readonly author: string
}

export const beginDraft = ({ environment, reader, task, author }: DraftOrigin): ContentDraft => ({
  environment,
  reader,
  task,
  caller: { kind: 'member', id: author, fullname: author, roles: ['Manager'], groups: [] },
  now: environment.now(),
  creates: [],
  updates: [],
  containers: new Map(),
  touchedPaths: new Set(),
  usedIds: new Map(),
  edited: [],
  unchanged: 0,
})

export async function lineageOf({ reader }: ContentDraft, node: ContentNode): Promise<Lineage> {
  return [...(await reader.open(parentPath(node.path))).lineage, node]
}

async function idsInUse({ usedIds, reader }: ContentDraft, container: string): Promise<Set<string>> {
  const cached = usedIds.get(container)
  if (cached) return cached
  const where = [{ kind: 'below', path: container, depth: 'children' } as const]
  const ids = new Set<string>()
  for await (const items of (await reader.scan({ principals: 'system', where })).chunks)
    for (const { path } of items) ids.add(idOfPath(path))
  usedIds.set(container, ids)
  return ids
}

interface Addition {
  readonly type: string
  /**
   * The id of the object. By default, the id is derived from `name`, with a number if the derived id is already in use.
   */
  readonly id?: string
  readonly name?: string
  readonly uid?: string
  readonly values: FieldValues
}

export async function draftAddition(draft: ContentDraft, container: Lineage, addition: Addition): Promise<Lineage> {
  const { environment, caller, now } = draft
  const { id, name = '', uid = environment.newUid() } = addition
  const type = environment.registry.type(addition.type)
  const containerPath = container.at(-1)?.path ?? rootPath
  const idsOfContainer = await idsInUse(draft, containerPath)
  const isTaken = (candidate: string) =>
    idsOfContainer.has(candidate) || isReservedPath(joinPath(containerPath, candidate))
  const free = freeId(id ?? idFromTitle(name, environment.transliterate), isTaken) ?? uid
  const values = { ...initialValues(type.allFields, now), creators: [caller.id], ...addition.values }
  const fresh = newNode(draft, { type, uid, path: joinPath(containerPath, free), values, layout: null })
  const { node, records } = publish(draft, container, fresh)
  idsOfContainer.add(free)
  draft.touchedPaths.add(containerPath)
  noteContainers(draft, container)
  draft.creates.push({ above: container, node, records })
  return [...container, node]
}

/** Publishes a new object if its workflow defines the `publish` transition. */
function publish(draft: ContentDraft, container: Lineage, newObject: ContentNode): DraftedNode {
  const created = startChain(draft, [...container, newObject], { isForced: true })
  const published = transitionBy(draft, [...container, created.node], 'publish')
  if (!published) return created
  const node = { ...published.node, fields: { ...published.node.fields, effective: draft.now } }
  return { node, records: [...created.records, ...published.records] }
}

export interface DraftedNode {
  readonly node: ContentNode
  readonly records: readonly WorkflowRecord[]
}

export function transitionBy(draft: ContentDraft, lineage: Lineage, transition: string): DraftedNode | undefined {
  const decision = attemptTransitionAt(draft, lineage, { transition, isForced: true })
  return decision.kind === 'moved' ? decision : undefined
}

/**
 * Adds a changed object to the draft. If the type and the fields are unchanged and no records are added, the object is
 * only counted as unchanged.
 */
export async function draftReplacement(
  draft: ContentDraft,
  stored: ContentNode,
  { node, records }: DraftedNode,
): Promise<void> {
  const isSame =
    records.length === 0 && node.type === stored.type && sameJson(nonEmpty(node.fields), nonEmpty(stored.fields))
  if (isSame) {
    draft.unchanged += 1
    return
  }
  const { reader, now, updates } = draft
  const above = stored.path === rootPath ? [] : (await reader.open(parentPath(stored.path))).lineage
  noteContainers(draft, above)
  const fields = changedFields(draft, node, stored)
  draft.edited.push({ path: stored.path, title: String(stored.fields.title ?? ''), fields })
  // If only internal fields change, no version is created.
  const note = fields.length === 0 ? null : ''
  updates.push({ above, node: { ...node, modified: now }, records, stored, note })
}

const nonEmpty = (fields: FieldValues): FieldValues =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== ''))

function changedFields({ environment }: ContentDraft, node: ContentNode, stored: ContentNode): readonly string[] {
  const hidden = new Set(
    environment.registry
      .type(node.type)
      .allFields.filter(field => field.hidden)
      .map(({ name }) => name),
  )
  const names = [...new Set([...Object.keys(stored.fields), ...Object.keys(node.fields)])]
  const changed = names.filter(name => !hidden.has(name) && !sameJson(node.fields[name], stored.fields[name]))
  return node.type === stored.type ? changed : ['@type', ...changed]
}

export const draftEdit = (draft: ContentDraft, node: ContentNode, values: FieldValues): Promise<void> =>
  draftReplacement(draft, node, { node: { ...node, fields: { ...node.fields, ...values } }, records: [] })

function noteContainers({ containers }: ContentDraft, lineage: Lineage): void {
  for (const { uid, revision, path } of lineage) containers.set(uid, { uid, revision, path })
}

/**
 * Returns the preconditions of the change. The catalog entries depend on the containers, so existing containers must
 * not change before the commit.
 */
function expectsOf({ containers, creates }: ContentDraft): Required<Change>['expects'] {
  for (const { node } of creates) containers.delete(node.uid)
  return [...containers.values()]
}

/**
 * Returns the change for a transaction, with the catalog entries of all objects. Computing the words of these entries
 * takes most of the time of an import, so a dry run does not call this function.
 */
export async function changeOf(draft: ContentDraft): Promise<Change> {
  const { creates, updates, touchedPaths, now, task } = draft
  // New and changed containers already have the modification time of the import.
  const datedPaths = new Set([...creates, ...updates].map(({ node }) => node.path))
  const touches = [...touchedPaths].filter(path => !datedPaths.has(path)).map(path => ({ path, modified: now }))
  const creations: NodeCreation[] = []
  for (const { above, node, records } of creates) {
    if (task.isOver()) await task.next()
    creations.push(await creationOf(draft, [...above, node], records))
  }
  return { creates: creations, ...(await replacementsOf(draft)), touches, expects: expectsOf(draft) }
}

async function replacementsOf(draft: ContentDraft): Promise<Pick<Change, 'updates' | 'entries' | 'sizes'>> {
  const updates: NodeUpdate[] = []
  const entries: EntryUpdate[] = []
  const sizes: SubtreeSize[] = []
  for (const { above, node, records, stored, note } of draft.updates) {
    if (draft.task.isOver()) await draft.task.next()
    const lineage = [...above, node]
    updates.push(await editOf(draft, lineage, { note, records, before: stored }))
    // A new state can change the visibility of the object's descendants.
    const below =
      records.length === 0
        ? { entries: await zoneEntries(draft, stored, lineage), sizes: [] }
        : await entriesBelow(draft, stored.path, lineage)
    for (const entry of below.entries) entries.push(entry)
    sizes.push(...below.sizes)
  }
  return { updates, entries, sizes }
}
