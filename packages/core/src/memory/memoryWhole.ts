import type { CatalogEntry } from '../content/store/catalog.js'
import { filePieceSize } from '../content/store/filePieces.js'
import { isJsonObject } from '../foundation/json.js'
import { DomainError, message } from '../foundation/messages.js'
import {
  type PartCounts,
  partKinds,
  type WholeChange,
  type WholeReader,
  type WholeStore,
} from '../portable/wholeStore.js'
import { changedState } from './memoryChange.js'
import type { MemoryContent } from './memoryContentStore.js'
import { concatenate, filesBy, withoutOrphans } from './memoryFiles.js'
import { createSiteBuilder } from './memoryFilling.js'
import { partsOf, type SiteSnapshot } from './memoryParts.js'
import { chunksOf, memoryReader } from './memoryReader.js'
import type { MemoryState, Refusal } from './memoryState.js'
import type { MemoryPeople } from './memoryUserDirectory.js'
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
    rewrite: async entries => {
      const current = entries.filter(
        ({ uid, revision }) => content.state().objects.get(uid)?.node.revision === revision,
      )
      await content.store.commit({ entries: current })
    },
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

function requireEmpty({ state: { objects, files }, people: { users, groups, formerIds } }: SiteSnapshot): void {
  if (objects.size + files.size + users.size + groups.size + formerIds.size > 0)
    throw new DomainError('conflict', message('restore.not-empty'))
}

function readerOf(site: SiteSnapshot): WholeReader {
  return {
    content: memoryReader(site.state),
    counts: async () => Object.fromEntries(partKinds.map(kind => [kind, partsOf(site, kind).length])) as PartCounts,
    parts: kind => chunksOf(partsOf(site, kind)),
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

/** Normalizes an entry for comparison: the order of keys and of holders does not matter. */
const normalizedText = (entry: CatalogEntry | undefined): string =>
  JSON.stringify(entry && { ...entry, holders: [...new Set(entry.holders)].sort() }, (_, value) =>
    isJsonObject(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => compareText(a, b))) : value,
  )

/** The site after all changes, or the reason why one is refused. Does not mutate the given site. */
async function applyChanges(site: SiteSnapshot, changes: AsyncIterable<WholeChange>): Promise<SiteSnapshot | Refusal> {
  let current = site
  for await (const change of changes) {
    const state = changedState(current.state, change)
    if (typeof state === 'string') return state
    current = { state: withExtras(state, change), people: withNewPeople(current.people, change) }
  }
  return current
}

function withExtras(state: MemoryState, { histories = [], oldAddresses = [], pieces = [] }: WholeChange): MemoryState {
  const objects = new Map(state.objects)
  const aliases = new Map(state.aliases)
  const files = new Map(state.files)
  for (const { uid, records, versions } of histories) {
    const stored = objects.get(uid)
    if (stored) objects.set(uid, { ...stored, records, versions })
  }
  for (const { path, ...alias } of oldAddresses) aliases.set(path, alias)
  for (const { digest, number, bytes } of pieces) {
    const existing = number > 0 ? files.get(digest) : undefined
    if (number > 0 ? existing?.length === number * filePieceSize : !files.has(digest))
      files.set(digest, concatenate(existing ? [existing, bytes] : [bytes]))
  }
  return withoutOrphans(state, { ...state, objects, aliases, files })
}

function withNewPeople(
  people: SiteSnapshot['people'],
  { newUsers = [], groups = [] }: WholeChange,
): SiteSnapshot['people'] {
  if (newUsers.length + groups.length === 0) return people
  const next = { ...people, users: new Map(people.users), groups: new Map(people.groups) }
  for (const user of newUsers) if (!next.users.has(user.id)) next.users.set(user.id, user)
  for (const group of groups) next.groups.set(group.id, group)
  return next
}
