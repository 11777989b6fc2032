import { catalogEntry } from '../content/catalogEntry.js'
import type { Change, ContentReader } from '../content/contentStore.js'
import { freeId, idFromTitle } from '../content/naming.js'
import type { ContentNode, FieldValues, WorkflowRecord } from '../content/node.js'
import { initialValues, sameFields } from '../content/readFields.js'
import type { Instant } from '../foundation/instants.js'
import { idOfPath, joinPath, parentPath, rootPath } from '../foundation/paths.js'
import type { Member } from '../security/caller.js'
import { chainOf } from '../workflow/chain.js'
import { decideMove, enterWorkflows } from '../workflow/move.js'
import type { Environment } from './environment.js'
import { newNode } from './operations/addContent.js'
import { entriesBelow } from './reindex.js'

export type Lineage = readonly ContentNode[]

type Listed<K extends keyof Change> = NonNullable<Change[K]>[number]

/** Many additions and changes by one author that are to become one change. What is added is published. */
export interface ContentDraft {
  readonly environment: Environment
  readonly reader: ContentReader
  readonly author: Member
  readonly now: Instant
  readonly creates: Listed<'creates'>[]
  readonly updates: Listed<'updates'>[]
  readonly entries: Listed<'entries'>[]
  /** Containers that something was added to. */
  readonly touched: Set<string>
  /** Short names in use, by container; read when first asked for. */
  readonly taken: Map<string, Set<string>>
  unchanged: number
  retracted: number
}

export interface DraftOrigin {
  readonly environment: Environment
  readonly reader: ContentReader
  /** Id of the user in whose name everything is made. */
  readonly author: string
}

export function beginDraft({ environment, reader, author }: DraftOrigin): ContentDraft {
  return {
    environment,
    reader,
    author: { kind: 'member', id: author, fullname: author, roles: ['Manager'], groups: [] },
    now: environment.now(),
    creates: [],
    updates: [],
    entries: [],
    touched: new Set(),
    taken: new Map(),
    unchanged: 0,
    retracted: 0,
  }
}

export async function lineageOf({ reader }: ContentDraft, node: ContentNode): Promise<Lineage> {
  return [...(await reader.open(parentPath(node.path))).lineage, node]
}

async function takenIn({ taken, reader }: ContentDraft, container: string): Promise<Set<string>> {
  const known = taken.get(container)
  if (known) return known
  const where = [{ kind: 'below', path: container, depth: 'children' } as const]
  const { items } = await reader.search({ sight: 'system', where })
  const ids = new Set(items.map(({ path }) => idOfPath(path)))
  taken.set(container, ids)
  return ids
}

function update(draft: ContentDraft, lineage: Lineage, records: readonly WorkflowRecord[] = []): Lineage {
  const node = lineage.at(-1)
  if (node) draft.updates.push({ node, entry: catalogEntry(lineage, draft.environment), records })
  return lineage
}

export interface Addition {
  readonly type: string
  /** Made from `name` when it is left out; made unique in either case. */
  readonly id?: string
  readonly name?: string
  readonly uid?: string
  readonly values: FieldValues
}

/** Adds an object as the last of a container; the answer is its lineage. */
export async function draftAddition(draft: ContentDraft, container: Lineage, addition: Addition): Promise<Lineage> {
  const { environment, author, now } = draft
  const { id, name = '', uid = environment.newUid() } = addition
  const type = environment.registry.type(addition.type)
  const place = container.at(-1)?.path ?? rootPath
  const taken = await takenIn(draft, place)
  const free = freeId(id ?? idFromTitle(name, environment.transliterate), candidate => taken.has(candidate)) ?? uid
  const values = { ...initialValues(type.allFields, now), creators: [author.id], ...addition.values }
  const fresh = newNode({ caller: author, now }, { type, uid, path: joinPath(place, free), values, layout: null })
  const { node, records } = published(draft, fresh)
  const lineage = [...container, node]
  taken.add(free)
  draft.touched.add(place)
  draft.creates.push({ node, entry: catalogEntry(lineage, environment), records })
  return lineage
}

/** A new object that has been through its workflows up to publication. */
function published(draft: ContentDraft, fresh: ContentNode): { node: ContentNode; records: readonly WorkflowRecord[] } {
  const { environment, author, now } = draft
  const by = { actor: author.id, comments: '', time: now }
  const chain = chainOf(environment.registry.type(fresh.type), environment.workflows)
  const entered = enterWorkflows(fresh, chain, by)
  const moved = decideMove(entered.node, chain, { ...by, transition: 'publish', passes: () => true })
  if (moved.kind !== 'moved') return entered
  const node = { ...moved.node, fields: { ...moved.node.fields, effective: now } }
  return { node, records: [...entered.records, ...moved.records] }
}

/**
 * Merges values into a node; nothing happens when they are there already. `stored` is what the store has, for a node
 * that differs from it in its type as well.
 */
export async function draftEdit(
  draft: ContentDraft,
  node: ContentNode,
  edit: { values: FieldValues; stored?: ContentNode },
): Promise<void> {
  const { values, stored = node } = edit
  const fields = { ...node.fields, ...values }
  if (sameFields(fields, stored.fields) && node.type === stored.type) {
    draft.unchanged += 1
    return
  }
  const above = node.path === rootPath ? [] : (await lineageOf(draft, node)).slice(0, -1)
  update(draft, [...above, { ...node, fields, modified: draft.now }])
}

/** Takes a node back from publication, where it is published. */
export async function draftRetraction(draft: ContentDraft, node: ContentNode): Promise<void> {
  const { environment, reader, author, now } = draft
  const chain = chainOf(environment.registry.type(node.type), environment.workflows)
  const request = { transition: 'retract', actor: author.id, comments: '', time: now, passes: () => true }
  const decision = decideMove(node, chain, request)
  if (decision.kind !== 'moved') return
  const above = (await lineageOf(draft, node)).slice(0, -1)
  const lineage = update(draft, [...above, decision.node], decision.records)
  draft.entries.push(...(await entriesBelow({ environment, reader }, node.path, lineage)))
  draft.retracted += 1
}

export interface FinishedDraft {
  readonly change: Change
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly retracted: number
}

export function finishDraft({
  creates,
  updates,
  entries,
  touched,
  now,
  unchanged,
  retracted,
}: ContentDraft): FinishedDraft {
  // What is made or changed itself has the time already.
  const dated = new Set([...creates, ...updates].map(({ node }) => node.path))
  const touches = [...touched].filter(path => !dated.has(path)).map(path => ({ path, modified: now }))
  const change = { creates, updates, entries, touches }
  return { change, created: creates.length, updated: updates.length - retracted, unchanged, retracted }
}
