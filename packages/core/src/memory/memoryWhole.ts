import { voterOfKey } from '../content/store/ballots.js'
import type { CatalogEntry } from '../content/store/catalog.js'
import { filePieceSize, pieceOf } from '../content/store/filePieces.js'
import { isJsonObject } from '../foundation/json.js'
import { DomainError, message } from '../foundation/messages.js'
import { noEndedLogins } from '../people/userDirectory.js'
import {
  type FilePiece,
  type PartCounts,
  type PartKind,
  type Parts,
  partKinds,
  type RewrittenObject,
  type WholeChange,
  type WholeReader,
  type WholeStore,
} from '../portable/wholeStore.js'
import type { Webhook } from '../webhooks/webhook.js'
import { changedState } from './memoryChange.js'
import type { MemoryContent } from './memoryContentStore.js'
import { emptyFeed } from './memoryFeed.js'
import { concatenate, filesBy, withoutOrphans } from './memoryFiles.js'
import { createSiteBuilder } from './memoryFilling.js'
import { chunksOf, memoryReader } from './memoryReader.js'
import type { MemoryState, Refusal, Stored } from './memoryState.js'
import type { MemoryPeople, People } from './memoryUserDirectory.js'
import type { MemoryWebhooks } from './memoryWebhookStore.js'
import { compareText } from './valueOrder.js'

/**
 * Provides access to all data in in-memory stores, for backups and imports. The states of the stores are immutable, so
 * the current states form a snapshot.
 */
export function memoryWhole(content: MemoryContent, people: MemoryPeople, webhooks: MemoryWebhooks): WholeStore {
  const snapshot = (): SiteSnapshot => ({
    state: content.state(),
    people: people.people(),
    webhooks: webhooks.all(),
  })
  return {
    read: async task => task(readerOf(snapshot())),
    fill: async parts => {
      const builder = createSiteBuilder()
      for await (const part of parts) builder.add(part)
      requireEmpty(snapshot())
      const state = builder.state()
      content.hold({ ...state, files: filesBy(true, state), feed: { ...emptyFeed, id: 'restored' } })
      people.hold(builder.people)
      webhooks.hold(builder.webhooks)
    },
    rewrite: objects =>
      content.store.alone(async commit => {
        const current = objects.filter(
          ({ uid, revision }) => content.state().objects.get(uid)?.node.revision === revision,
        )
        content.hold(withNewFields(content.state(), current))
        await commit({ entries: current.flatMap(({ entry, ...object }) => (entry ? { ...object, entry } : [])) })
      }),
    write: changes =>
      content.store.alone(async () => {
        const before = snapshot()
        const next = await applyChanges(before, changes)
        if (typeof next === 'string') return { ok: false, reason: next }
        // A vote may have been counted in the meantime, because votes do not wait for this write.
        if (content.state() !== before.state) return { ok: false, reason: 'changed' }
        content.hold(next.state)
        if (next.people !== before.people) people.hold(next.people)
        return { ok: true }
      }),
    // No file needs to be erased, because each change removes the files that it orphans.
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

const readerOf = (site: SiteSnapshot): WholeReader => ({
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
  // The state of an in-memory store contains no redundant data, so it cannot be inconsistent.
  faults: async () => [],
})

/** Returns a string that is equal for equal catalog entries, regardless of the order of keys and holders. */
const normalizedText = (entry: CatalogEntry | undefined): string =>
  JSON.stringify(entry && { ...entry, holders: [...new Set(entry.holders)].sort() }, (_, value) =>
    isJsonObject(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => compareText(a, b))) : value,
  )

async function applyChanges(site: SiteSnapshot, changes: AsyncIterable<WholeChange>): Promise<SiteSnapshot | Refusal> {
  let current = site
  for await (const change of changes) {
    const state = changedState(current.state, change)
    if (typeof state === 'string') return state
    current = { ...current, state: withExtras(state, change), people: withNewPeople(current.people, change) }
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

interface SiteSnapshot {
  readonly state: MemoryState
  readonly people: People
  readonly webhooks: readonly Webhook[]
}

const readers: { readonly [K in PartKind]: (site: SiteSnapshot) => readonly Parts[K][] } = {
  file: ({ state }) => sortedByKey(filesBy(true, state)).flatMap(([digest, bytes]) => [...piecesOf(digest, bytes)]),
  object: ({ state }) =>
    byPath(state).map(({ seq, position, node, lock }) => ({ order: seq, position, node, lock: lock ?? null })),
  record: ({ state }) => each(state, ({ node: { uid }, records }) => records.map(record => ({ uid, record }))),
  version: ({ state }) => each(state, ({ node: { uid }, versions }) => versions.map(version => ({ uid, version }))),
  alias: ({ state }) => sortedByKey(state.aliases).map(([path, alias]) => ({ path, ...alias })),
  votes: ({ state }) =>
    each(state, ({ node: { uid: poll }, ballots: { tally } }) => (tally.casts === 0 ? [] : [{ poll, tally }])),
  voter: ({ state }) =>
    each(state, ({ node: { uid: poll }, ballots: { voters } }) =>
      [...voters].sort(compareText).map(key => ({ poll, voter: voterOfKey(key) })),
    ),
  user: ({ people: { users, ended } }) =>
    sortedByKey(users).map(([id, user]) => ({ user, endedLogins: ended.get(id) ?? noEndedLogins })),
  portrait: ({ people: { portraits } }) => sortedByKey(portraits).map(([user, portrait]) => ({ user, portrait })),
  group: ({ people: { groups } }) => sortedByKey(groups).map(([, group]) => group),
  formerUser: ({ people: { formerIds } }) => [...formerIds].sort(compareText).map(id => ({ id })),
  webhook: ({ webhooks }) => webhooks,
  mail: ({ state: { mails } }) => [...mails.values()],
}

const partsOf = <K extends PartKind>(site: SiteSnapshot, kind: K): readonly Parts[K][] => readers[kind](site)

const sortedByKey = <T>(values: ReadonlyMap<string, T>): readonly (readonly [string, T])[] =>
  [...values].sort(([a], [b]) => compareText(a, b))

const byPath = ({ objects }: MemoryState): readonly Stored[] =>
  [...objects.values()].sort((a, b) => compareText(a.node.path, b.node.path))

const each = <T>(state: MemoryState, make: (stored: Stored) => readonly T[]): readonly T[] =>
  byPath(state).flatMap(make)

function* piecesOf(digest: string, file: Uint8Array): Generator<FilePiece> {
  for (let number = 0; ; number++) {
    const bytes = pieceOf(file, number)
    if (!bytes) return
    yield { digest, number, bytes }
  }
}
