import type { NewEvent } from '../changeFeed/events.js'
import { withMonotonicTimes } from '../content/node/timeOrder.js'
import type { CatalogEntry, CatalogUpdate } from '../content/store/catalog.js'
import {
  type Change,
  type ChangeSteps,
  type ContainerOrder,
  changeSteps,
  type Expected,
  type NodeCreation,
  type NodeUpdate,
} from '../content/store/change.js'
import type { LockChange } from '../content/store/locks.js'
import { sameObjects } from '../content/store/overlaps.js'
import type { Instant } from '../foundation/instants.js'
import { depthBelow, idOfPath, parentPath, rootPath } from '../foundation/paths.js'
import { addAliases, forgetAliasesOfRemoved, removeAliases } from './memoryAliases.js'
import { clearedBallots, noBallots, replacedBallots } from './memoryBallots.js'
import { subtreeEvents } from './memoryEvents.js'
import { withEvents } from './memoryFeed.js'
import { withoutOrphans } from './memoryFiles.js'
import { overlappingIn } from './memorySearch.js'
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

/** Returns the state after a change, or the reason why the change is refused. Does not mutate the given state. */
export function changedState(state: MemoryState, change: Change): MemoryState | Refusal {
  const draft: Draft = {
    nextSeq: state.nextSeq,
    objects: new Map(state.objects),
    paths: new Map(state.paths),
    aliases: new Map(state.aliases),
    files: new Map(state.files),
    feed: state.feed,
    mails: new Map(state.mails),
  }
  for (const name of changeSteps) {
    const refusal = steps[name](draft, change)
    if (refusal) return refusal
  }
  return withoutOrphans(state, { ...draft, commits: state.commits + 1, invalidations: state.invalidations })
}

type ListName = Exclude<keyof Change, 'origin'>
type Item<Name extends ListName> = Required<Change>[Name][number]

/** Returns a step that applies the items in the list `name` of a change, and stops at the first refusal. */
const each =
  <Name extends ListName>(name: Name, apply: (draft: Draft, item: Item<Name>) => Refusal | null): Step =>
  (draft, { [name]: items = [] }) => {
    for (const item of items as readonly Item<Name>[]) {
      const refusal = apply(draft, item)
      if (refusal) return refusal
    }
    return null
  }

function store(draft: Draft, stored: Stored): null {
  draft.objects.set(stored.node.uid, stored)
  return null
}

function changeStored(draft: Draft, uid: string, change: (stored: Stored) => Stored): Refusal | null {
  const stored = draft.objects.get(uid)
  return stored ? store(draft, change(stored)) : 'gone'
}

function refusalOf({ objects }: Draft, { uid, revision, path, lock }: Expected): Refusal | null {
  const stored = objects.get(uid)
  if (!stored) return 'gone'
  if (stored.node.revision !== revision) return 'changed'
  if (path !== undefined && path !== stored.node.path) return 'changed'
  return lock !== undefined && lock !== (stored.lock?.token ?? null) ? 'changed' : null
}

function updateEntry({ entry: { titleWords, descriptionWords, words } }: Stored, entry: CatalogUpdate): CatalogEntry {
  return entry.words ? entry : { ...entry, titleWords, descriptionWords, words }
}

function update(draft: Draft, { node, entry, records = [] }: NodeUpdate): Refusal | null {
  const change = (stored: Stored): Stored => ({
    ...stored,
    node: { ...node, path: stored.node.path, revision: node.revision + 1 },
    entry: updateEntry(stored, entry),
    records: [...stored.records, ...withMonotonicTimes(records, lastTime(stored))],
  })
  const { uid, revision } = node
  return refusalOf(draft, { uid, revision }) ?? changeStored(draft, uid, change)
}

function touch(draft: Draft, { path, modified }: Item<'touches'>): Refusal | null {
  const stored = storedAt(draft, path)
  if (!stored) return 'gone'
  return modified > stored.node.modified ? store(draft, withModified(stored, modified)) : null
}

function withModified(stored: Stored, modified: Instant): Stored {
  const entry: CatalogEntry = {
    ...stored.entry,
    indexes: { ...stored.entry.indexes, modified },
    columns: { ...stored.entry.columns, modified },
  }
  return { ...stored, node: { ...stored.node, modified }, entry }
}

/**
 * Reorders the items of a container. To tolerate concurrent changes, ignores unknown ids and appends items that are not
 * listed.
 */
function order(draft: Draft, { path, ids }: ContainerOrder): Refusal | null {
  if (!storedAt(draft, path)) return 'gone'
  const ranks = new Map([...new Set(ids)].map((id, i) => [id, i]))
  const rankOf = ({ node }: Stored) => ranks.get(idOfPath(node.path)) ?? ids.length
  const children = storedChildren(draft.objects, path).sort((a, b) => rankOf(a) - rankOf(b))
  for (const [position, child] of children.entries()) store(draft, { ...child, position })
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

/** Stores an object at its path. Removes an alias with the same path, because the object would hide it. */
function storeAtPath(draft: Draft, stored: Stored): null {
  draft.paths.set(stored.node.path, stored.node.uid)
  draft.aliases.delete(stored.node.path)
  return store(draft, stored)
}

function create(draft: Draft, { node, entry, records }: NodeCreation): Refusal | null {
  if (draft.paths.has(node.path) || draft.objects.has(node.uid)) return 'taken'
  const container = parentPath(node.path)
  if (node.path !== rootPath && !draft.paths.has(container)) return 'gone'
  const position = node.path === rootPath ? 0 : lastPosition(draft, container) + 1
  const added = withMonotonicTimes(records, null)
  const stored = { seq: draft.nextSeq++, position, node, entry, records: added, versions: [], ballots: noBallots }
  return storeAtPath(draft, stored)
}

const lastPosition = ({ objects }: Draft, container: string): number =>
  storedChildren(objects, container).at(-1)?.position ?? -1

function lock(draft: Draft, { uid, before, lock }: LockChange): Refusal | null {
  const stored = draft.objects.get(uid)
  if (stored && (stored.lock?.token ?? null) !== before) return 'changed'
  return changeStored(draft, uid, object => ({ ...object, lock: lock ?? undefined }))
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

function addEvents(draft: Draft, events: readonly NewEvent[]): null {
  draft.feed = withEvents(draft.feed, events)
  return null
}

function addMail({ mails }: Draft, mail: Item<'mails'>): null {
  mails.set(mail.id, mail)
  return null
}

/** Sorts items by the depth of their paths, deepest first, so that old paths remain valid until they are used. */
const deepestFirst = <T>(items: readonly T[], pathOf: (item: T) => string): T[] =>
  items.toSorted((a, b) => depthBelow(pathOf(b), rootPath) - depthBelow(pathOf(a), rootPath))

const steps: ChangeSteps<Step> = {
  expects: each('expects', refusalOf),
  sizes: each('sizes', ({ objects }, { path, size }) =>
    storedBelow(objects, path).length === size ? null : 'changed',
  ),
  overlaps: each('overlaps', (draft, { objects, ...query }) =>
    sameObjects(overlappingIn(draft, query), objects) ? null : 'changed',
  ),
  expectedFiles: each('expectedFiles', ({ files }, digest) => (files.has(digest) ? null : 'changed')),
  origin: (draft, change) => addEvents(draft, subtreeEvents(draft, change)),
  files: addFiles,
  updates: each('updates', update),
  entries: each(
    'entries',
    (draft, { uid, revision, entry }) =>
      refusalOf(draft, { uid, revision }) ??
      changeStored(draft, uid, stored => ({ ...stored, entry: updateEntry(stored, entry) })),
  ),
  touches: each('touches', touch),
  orders: each('orders', order),
  removes: remove,
  renames: rename,
  creates: each('creates', create),
  removeAliases,
  aliases: addAliases,
  locks: each('locks', lock),
  clearBallots: each('clearBallots', (draft, { poll, options }) =>
    changeStored(draft, poll, stored => ({ ...stored, ballots: clearedBallots(stored.ballots, options) })),
  ),
  replaceBallots: each('replaceBallots', (draft, { poll, ballots }) =>
    changeStored(draft, poll, stored => ({ ...stored, ballots: replacedBallots(stored.ballots, ballots) })),
  ),
  versions: addVersions,
  events: (draft, { events = [] }) => addEvents(draft, events),
  mails: each('mails', addMail),
}
