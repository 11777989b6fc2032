import type { CatalogEntry } from '../content/store/catalog.js'
import { DomainError } from '../foundation/domainError.js'
import { message } from '../foundation/messages.js'
import { type PartCounts, type PartKind, partKinds } from '../portable/parts.js'
import type { RewrittenObject, WholeReader, WholeStore } from '../portable/wholeStore.js'
import type { MemoryContent } from './memoryContentStore.js'
import { filesBy } from './memoryFiles.js'
import { createSiteBuilder } from './memoryFilling.js'
import { partsOf, type SiteSnapshot } from './memoryParts.js'
import { memoryReader } from './memoryReader.js'
import type { MemoryState } from './memoryState.js'
import type { MemoryPeople } from './memoryUserDirectory.js'
import { applyChanges } from './memoryWriting.js'
import { compareText } from './valueOrder.js'

/** All data in memory. States are immutable, so the two current ones form a snapshot. */
export function memoryWhole(content: MemoryContent, people: MemoryPeople): WholeStore {
  const snapshot = (): SiteSnapshot => ({ state: content.state(), people: people.people() })
  return {
    read: async task => task(readerOf(snapshot())),
    fill: async parts => {
      const builder = createSiteBuilder()
      for await (const part of parts) builder.add(part)
      requireEmpty(snapshot())
      const state = builder.state()
      content.hold({ ...state, files: filesBy(true, state) })
      people.hold(builder.people)
    },
    rewrite: objects =>
      content.store.alone(async commit => {
        const current = objects.filter(
          ({ uid, revision }) => content.state().objects.get(uid)?.node.revision === revision,
        )
        content.hold(withNewFields(content.state(), current))
        await commit({ entries: current })
      }),
    write: changes =>
      content.store.alone(async () => {
        const before = snapshot()
        const next = await applyChanges(before, changes)
        if (typeof next === 'string') return { ok: false, reason: next }
        // Votes are not serialized with this write: a vote counted in the meantime would be lost.
        if (content.state() !== before.state) return { ok: false, reason: 'changed' }
        content.hold(next.state)
        if (next.people !== before.people) people.hold(next.people)
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

function withNewFields(state: MemoryState, rewritten: readonly RewrittenObject[]): MemoryState {
  const objects = new Map(state.objects)
  for (const { uid, node, versions = [] } of rewritten) {
    const stored = objects.get(uid)
    if (!stored) continue
    const newNodes = new Map(versions.map(version => [version.number, version.node]))
    objects.set(uid, {
      ...stored,
      node: node ?? stored.node,
      versions: stored.versions.map(version => ({ ...version, node: newNodes.get(version.number) ?? version.node })),
    })
  }
  return { ...state, objects }
}

function requireEmpty({ state: { objects, files }, people: { users, groups, formerIds } }: SiteSnapshot): void {
  if (objects.size + files.size + users.size + groups.size + formerIds.size > 0)
    throw new DomainError('conflict', message('restore.not-empty'))
}

function readerOf(site: SiteSnapshot): WholeReader {
  const count = (kind: PartKind): number => {
    let parts = 0
    for (const _part of partsOf(site, kind)) parts += 1
    return parts
  }
  return {
    content: memoryReader(site.state),
    counts: async () => Object.fromEntries(partKinds.map(kind => [kind, count(kind)])) as PartCounts,
    parts: kind => batchesOf(partsOf(site, kind)),
    otherEntries: async expected =>
      expected
        .filter(({ uid, entry }) => normalizedText(site.state.objects.get(uid)?.entry) !== normalizedText(entry))
        .map(({ uid }) => uid),
    unreferencedFiles: async () => {
      const sizes = [...filesBy(false, site.state).values()].map(({ length }) => length)
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
const normalizedText = (entry: CatalogEntry | undefined): string =>
  JSON.stringify(entry && { ...entry, holders: [...new Set(entry.holders)].sort() }, (_, value) =>
    isPlain(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => compareText(a, b))) : value,
  )

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
