import type { Change, EntryUpdate, NodeUpdate } from '../../content/store/change.js'

/**
 * Combines changes into one change with the same effect as the changes in this order. A later update of an object must
 * be based on its earlier updates.
 */
export function combineChanges(changes: readonly Change[]): Change {
  const all = <T>(listIn: (change: Change) => readonly T[] | undefined): readonly T[] =>
    changes.flatMap(change => listIn(change) ?? [])
  const updates = updatesOnce(all(change => change.updates))
  const combined: Required<Omit<Change, 'origin'>> = {
    creates: all(change => change.creates),
    updates,
    entries: entriesOnce(
      all(change => change.entries),
      updates,
    ),
    expects: all(change => change.expects),
    sizes: all(change => change.sizes),
    overlaps: all(change => change.overlaps),
    touches: all(change => change.touches),
    removes: all(change => change.removes),
    renames: all(change => change.renames),
    orders: all(change => change.orders),
    files: all(change => change.files),
    expectedFiles: all(change => change.expectedFiles),
    removeAliases: all(change => change.removeAliases),
    aliases: all(change => change.aliases),
    locks: all(change => change.locks),
    clearBallots: all(change => change.clearBallots),
    replaceBallots: all(change => change.replaceBallots),
    events: all(change => change.events),
    mails: all(change => change.mails),
  }
  return combined
}

/** Combines the updates of each object. An update without words keeps the words of an earlier update. */
function updatesOnce(updates: readonly NodeUpdate[]): readonly NodeUpdate[] {
  const byUid = new Map<string, NodeUpdate>()
  for (const update of updates) {
    const { uid } = update.node
    const before = byUid.get(uid)
    byUid.set(uid, before ? combined(before, update) : update)
  }
  return [...byUid.values()]
}

function combined(before: NodeUpdate, after: NodeUpdate): NodeUpdate {
  const { isClaim: _, ...rest } = before
  return {
    ...rest,
    ...after,
    entry: { ...before.entry, ...after.entry },
    records: [...(before.records ?? []), ...(after.records ?? [])],
    transitions: [...(before.transitions ?? []), ...(after.transitions ?? [])],
  }
}

/** Returns the last entry of each object that is not updated. The entries of updated objects are in their updates. */
function entriesOnce(entries: readonly EntryUpdate[], updates: readonly NodeUpdate[]): readonly EntryUpdate[] {
  const byUid = new Map(entries.map(entry => [entry.uid, entry]))
  for (const { node } of updates) byUid.delete(node.uid)
  return [...byUid.values()]
}
