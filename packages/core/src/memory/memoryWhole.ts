import type { CatalogEntry } from '../content/store/catalog.js'
import { DomainError } from '../foundation/domainError.js'
import { message } from '../foundation/messages.js'
import { type PartCounts, type PartKind, partKinds } from '../portable/parts.js'
import type { WholeReader, WholeStore } from '../portable/wholeStore.js'
import type { MemoryContent } from './memoryContentStore.js'
import { filesBy } from './memoryFiles.js'
import { beginFilling } from './memoryFilling.js'
import { type KeptSite, partsOf } from './memoryParts.js'
import { memoryReader } from './memoryReader.js'
import type { MemoryPeople } from './memoryUserDirectory.js'
import { writtenSite } from './memoryWriting.js'
import { compareText } from './valueOrder.js'

/** All data in memory. States are immutable, so the two current ones form a snapshot. */
export function memoryWhole(content: MemoryContent, people: MemoryPeople): WholeStore {
  const kept = (): KeptSite => ({ state: content.state(), people: people.people() })
  return {
    read: async work => work(readerOf(kept())),
    fill: async parts => {
      const filling = beginFilling()
      for await (const part of parts) filling.add(part)
      refuseSite(kept())
      const state = filling.state()
      content.hold({ ...state, files: filesBy(true, state) })
      people.hold(filling.people)
    },
    rewrite: async entries => {
      const still = entries.filter(({ uid, revision }) => content.state().objects.get(uid)?.node.revision === revision)
      await content.store.commit({ entries: still })
    },
    write: changes =>
      content.store.alone(async () => {
        const before = kept()
        const written = await writtenSite(before, changes)
        if (typeof written === 'string') return { ok: false, reason: written }
        // Votes are not serialized with this write: a vote counted in the meantime would be lost.
        if (content.state() !== before.state) return { ok: false, reason: 'changed' }
        content.hold(written.state)
        if (written.people !== before.people) people.hold(written.people)
        return { ok: true }
      }),
    // Nothing to do: each change removes the files that it orphans.
    eraseFiles: async () => false,
    sweepFiles: () =>
      content.store.alone(async () => {
        const state = content.state()
        const files = filesBy(true, state)
        if (files.size < state.files.size) content.hold({ ...state, files })
        return state.files.size - files.size
      }),
  }
}

function refuseSite({ state: { objects, files }, people: { users, groups, formerIds } }: KeptSite): void {
  if (objects.size + files.size + users.size + groups.size + formerIds.size > 0)
    throw new DomainError('conflict', message('restore.not-empty'))
}

function readerOf(kept: KeptSite): WholeReader {
  const count = (kind: PartKind): number => {
    let parts = 0
    for (const _part of partsOf(kept, kind)) parts += 1
    return parts
  }
  return {
    content: memoryReader(kept.state),
    counts: async () => Object.fromEntries(partKinds.map(kind => [kind, count(kind)])) as PartCounts,
    parts: kind => batchesOf(partsOf(kept, kind)),
    otherEntries: async expected =>
      expected
        .filter(({ uid, entry }) => textOf(kept.state.objects.get(uid)?.entry) !== textOf(entry))
        .map(({ uid }) => uid),
    unreferencedFiles: async () => {
      const sizes = [...filesBy(false, kept.state).values()].map(({ length }) => length)
      return { files: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) }
    },
    // States have no redundant data that could be inconsistent.
    faults: async () => [],
  }
}

const batchSize = 100

async function* batchesOf<T>(parts: Iterable<T>): AsyncGenerator<readonly T[]> {
  let batch: T[] = []
  for (const part of parts) {
    batch.push(part)
    if (batch.length < batchSize) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** Normalizes an entry for comparison: the order of keys and of holders does not matter. */
const textOf = (entry: CatalogEntry | undefined): string =>
  JSON.stringify(entry && { ...entry, holders: [...new Set(entry.holders)].sort() }, (_, value) =>
    isPlain(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => compareText(a, b))) : value,
  )

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
