import type { WholeChange } from '../portable/wholeStore.js'
import { changedState } from './memoryChange.js'
import type { Refusal } from './memoryDraft.js'
import { withoutOrphans } from './memoryFiles.js'
import type { SiteSnapshot } from './memoryParts.js'
import type { MemoryState } from './memoryState.js'

/** The site after all changes, or the reason why one is refused. Does not mutate the given site. */
export async function applyChanges(
  site: SiteSnapshot,
  changes: AsyncIterable<WholeChange>,
): Promise<SiteSnapshot | Refusal> {
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
    if (number > 0 ? existing?.length === number * pieceSize : !files.has(digest))
      files.set(digest, append(existing, bytes))
  }
  return withoutOrphans(state, { ...state, objects, aliases, files })
}

const pieceSize = 1024 * 1024

function append(existing: Uint8Array | undefined, bytes: Uint8Array): Uint8Array {
  if (!existing) return bytes.slice()
  const result = new Uint8Array(existing.length + bytes.length)
  result.set(existing)
  result.set(bytes, existing.length)
  return result
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
