import { withMonotonicTimes } from '../content/node/timeOrder.js'
import type { CatalogEntry, CatalogUpdate } from '../content/store/catalog.js'
import { type Change, type ChangeSteps, changeSteps } from '../content/store/change.js'
import type { Instant } from '../foundation/instants.js'
import { depthBelow, idOfPath, parentPath, rootPath } from '../foundation/paths.js'
import { addAliases, forgetAliasesOfRemoved, removeAliases } from './memoryAliases.js'
import { clearedBallots, noBallots, replacedBallots } from './memoryBallots.js'
import { withoutOrphans } from './memoryFiles.js'
import {
  type Draft,
  lastTime,
  type MemoryState,
  type Refusal,
  type Stored,
  storedAt,
  storedBelow,
  storedChildren,
} from './memoryState.js'

type Step = (draft: Draft, change: Change) => Refusal | null

const steps: ChangeSteps<Step> = {
  expects: expect,
  sizes: expectSizes,
  expectedFiles: expectFiles,
  files: addFiles,
  updates: update,
  entries: reindex,
  touches: touch,
  orders: order,
  removes: remove,
  renames: rename,
  creates: create,
  removeAliases,
  aliases: addAliases,
  locks: lock,
  clearBallots: clear,
  replaceBallots: replace,
  versions: addVersions,
}

/** The next state, or the reason why the change is refused. Does not mutate the given state. */
export function changedState(state: MemoryState, change: Change): MemoryState | Refusal {
  const draft: Draft = {
    nextSeq: state.nextSeq,
    objects: new Map(state.objects),
    paths: new Map(state.paths),
    aliases: new Map(state.aliases),
    files: new Map(state.files),
  }
  for (const name of changeSteps) {
    const refusal = steps[name](draft, change)
    if (refusal) return refusal
  }
  return withoutOrphans(state, { ...draft, commits: state.commits + 1, invalidations: state.invalidations })
}

function store(draft: Draft, stored: Stored): void {
  draft.objects.set(stored.node.uid, stored)
}

function expect(draft: Draft, { expects = [] }: Change): Refusal | null {
  for (const { uid, revision, path, lock } of expects) {
    const stored = draft.objects.get(uid)
    if (!stored) return 'gone'
    if (stored.node.revision !== revision) return 'changed'
    if (path !== undefined && path !== stored.node.path) return 'changed'
    if (lock !== undefined && lock !== (stored.lock?.token ?? null)) return 'changed'
  }
  return null
}

function expectSizes({ objects }: Draft, { sizes = [] }: Change): Refusal | null {
  return sizes.every(({ path, size }) => storedBelow(objects, path).length === size) ? null : 'changed'
}

function expectFiles({ files }: Draft, { expectedFiles = [] }: Change): Refusal | null {
  return expectedFiles.every(digest => files.has(digest)) ? null : 'changed'
}

function update(draft: Draft, { updates = [] }: Change): Refusal | null {
  for (const { node, entry, records = [] } of updates) {
    const stored = draft.objects.get(node.uid)
    if (!stored) return 'gone'
    if (stored.node.revision !== node.revision) return 'changed'
    const next = { ...node, path: stored.node.path, revision: node.revision + 1 }
    const added = withMonotonicTimes(records, lastTime(stored))
    store(draft, { ...stored, node: next, entry: updateEntry(stored, entry), records: [...stored.records, ...added] })
  }
  return null
}

function reindex(draft: Draft, { entries = [] }: Change): Refusal | null {
  for (const { uid, revision, entry } of entries) {
    const stored = draft.objects.get(uid)
    if (!stored) return 'gone'
    if (stored.node.revision !== revision) return 'changed'
    store(draft, { ...stored, entry: updateEntry(stored, entry) })
  }
  return null
}

function updateEntry({ entry: { titleWords, descriptionWords, words } }: Stored, entry: CatalogUpdate): CatalogEntry {
  return entry.words ? entry : { ...entry, titleWords, descriptionWords, words }
}

function touch(draft: Draft, { touches = [] }: Change): Refusal | null {
  for (const { path, modified } of touches) {
    const stored = storedAt(draft, path)
    if (!stored) return 'gone'
    if (modified > stored.node.modified) store(draft, withModified(stored, modified))
  }
  return null
}

function withModified(stored: Stored, modified: Instant): Stored {
  const entry: CatalogEntry = {
    ...stored.entry,
    indexes: { ...stored.entry.indexes, modified },
    columns: { ...stored.entry.columns, modified },
  }
  return { ...stored, node: { ...stored.node, modified }, entry }
}

/** Tolerates concurrently added and removed objects: ignores unknown ids, and puts unlisted objects last. */
function order(draft: Draft, { orders = [] }: Change): Refusal | null {
  for (const { path, ids } of orders) {
    if (!storedAt(draft, path)) return 'gone'
    const ranks = new Map([...new Set(ids)].map((id, i) => [id, i]))
    const rankOf = ({ node }: Stored) => ranks.get(idOfPath(node.path)) ?? ids.length
    const children = storedChildren(draft.objects, path).sort((a, b) => rankOf(a) - rankOf(b))
    for (const [position, child] of children.entries()) store(draft, { ...child, position })
  }
  return null
}

function remove(draft: Draft, { removes = [] }: Change): Refusal | null {
  for (const path of deepestFirst([...new Set(removes)], path => path)) {
    if (!draft.paths.has(path)) return 'gone'
    for (const { node } of storedBelow(draft.objects, path)) {
      draft.objects.delete(node.uid)
      draft.paths.delete(node.path)
    }
  }
  if (removes.length > 0) forgetAliasesOfRemoved(draft)
  return null
}

function rename(draft: Draft, { renames = [] }: Change): Refusal | null {
  for (const { from, to, at = null } of deepestFirst(renames, ({ from }) => from)) {
    const stored = storedAt(draft, from)
    if (!stored) return 'gone'
    if (draft.paths.has(to)) return 'taken'
    const subtree = storedBelow(draft.objects, from)
    for (const { node } of subtree) draft.paths.delete(node.path)
    if (!draft.paths.has(parentPath(to))) return 'gone'
    const stays = parentPath(from) === parentPath(to)
    const position = stays ? stored.position : lastPosition(draft, parentPath(to)) + 1
    for (const part of subtree)
      storeAtPath(draft, { ...part, node: { ...part.node, path: to + part.node.path.slice(from.length) } })
    store(draft, { ...stored, position, node: { ...stored.node, path: to } })
    draft.aliases.set(from, { target: { uid: stored.node.uid }, created: at, manual: false })
  }
  return null
}

/** Stores an object under its path and removes an alias of that path, which would be shadowed. */
function storeAtPath(draft: Draft, stored: Stored): void {
  store(draft, stored)
  draft.paths.set(stored.node.path, stored.node.uid)
  draft.aliases.delete(stored.node.path)
}

function create(draft: Draft, { creates = [] }: Change): Refusal | null {
  for (const { node, entry, records } of creates) {
    if (draft.paths.has(node.path) || draft.objects.has(node.uid)) return 'taken'
    const container = parentPath(node.path)
    if (node.path !== rootPath && !draft.paths.has(container)) return 'gone'
    const position = node.path === rootPath ? 0 : lastPosition(draft, container) + 1
    const added = withMonotonicTimes(records, null)
    storeAtPath(draft, {
      seq: draft.nextSeq++,
      position,
      node,
      entry,
      records: added,
      versions: [],
      ballots: noBallots,
    })
  }
  return null
}

function lastPosition({ objects }: Draft, container: string): number {
  return storedChildren(objects, container).at(-1)?.position ?? -1
}

function lock(draft: Draft, { locks = [] }: Change): Refusal | null {
  for (const { uid, before, lock } of locks) {
    const stored = draft.objects.get(uid)
    if (!stored) return 'gone'
    if ((stored.lock?.token ?? null) !== before) return 'changed'
    store(draft, { ...stored, lock: lock ?? undefined })
  }
  return null
}

function clear(draft: Draft, { clearBallots = [] }: Change): Refusal | null {
  for (const { poll, options } of clearBallots) {
    const stored = draft.objects.get(poll)
    if (!stored) return 'gone'
    store(draft, { ...stored, ballots: clearedBallots(stored.ballots, options) })
  }
  return null
}

function replace(draft: Draft, { replaceBallots = [] }: Change): Refusal | null {
  for (const { poll, ballots } of replaceBallots) {
    const stored = draft.objects.get(poll)
    if (!stored) return 'gone'
    store(draft, { ...stored, ballots: replacedBallots(stored.ballots, ballots) })
  }
  return null
}

function addVersions(draft: Draft, { creates = [], updates = [] }: Change): null {
  for (const { node, version } of [...updates, ...creates]) {
    const stored = draft.objects.get(node.uid)
    if (!version || !stored) continue
    const { versions, records } = stored
    const added = { ...version, number: versions.length, records: records.length, node: stored.node }
    store(draft, { ...stored, versions: [...versions, ...withMonotonicTimes([added], lastTime(stored))] })
  }
  return null
}

function addFiles(draft: Draft, { files = [] }: Change): Refusal | null {
  for (const { digest, bytes } of files) if (!draft.files.has(digest)) draft.files.set(digest, bytes.slice())
  return null
}

/** Sorts content before its containers, so that the old paths in a change stay valid until they are used. */
function deepestFirst<T>(items: readonly T[], pathOf: (item: T) => string): T[] {
  return items.toSorted((a, b) => depthBelow(pathOf(b), rootPath) - depthBelow(pathOf(a), rootPath))
}
