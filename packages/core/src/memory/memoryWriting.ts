import type { WholeChange } from '../portable/wholeStore.js'
import { changedState } from './memoryChange.js'
import type { Refusal } from './memoryDraft.js'
import { withoutOrphans } from './memoryFiles.js'
import type { KeptSite } from './memoryParts.js'
import type { MemoryState } from './memoryState.js'

/** The site after all changes, or the reason why one is refused. Does not mutate the given site. */
export async function writtenSite(site: KeptSite, changes: AsyncIterable<WholeChange>): Promise<KeptSite | Refusal> {
  let written = site
  for await (const change of changes) {
    const state = changedState(written.state, change)
    if (typeof state === 'string') return state
    written = { state: withBeside(state, change), people: withNewPeople(written.people, change) }
  }
  return written
}

function withBeside(state: MemoryState, { histories = [], oldAddresses = [], pieces = [] }: WholeChange): MemoryState {
  const objects = new Map(state.objects)
  const aliases = new Map(state.aliases)
  const files = new Map(state.files)
  for (const { uid, records, versions } of histories) {
    const stored = objects.get(uid)
    if (stored) objects.set(uid, { ...stored, records, versions })
  }
  for (const { path, ...alias } of oldAddresses) aliases.set(path, alias)
  for (const { digest, number, bytes } of pieces) {
    const known = number > 0 ? files.get(digest) : undefined
    if (number > 0 ? known?.length === number * pieceSize : !files.has(digest)) files.set(digest, joined(known, bytes))
  }
  return withoutOrphans(state, { ...state, objects, aliases, files })
}

const pieceSize = 1024 * 1024

function joined(known: Uint8Array | undefined, bytes: Uint8Array): Uint8Array {
  if (!known) return bytes.slice()
  const whole = new Uint8Array(known.length + bytes.length)
  whole.set(known)
  whole.set(bytes, known.length)
  return whole
}

function withNewPeople(people: KeptSite['people'], { newUsers = [], groups = [] }: WholeChange): KeptSite['people'] {
  if (newUsers.length + groups.length === 0) return people
  const next = { ...people, users: new Map(people.users), groups: new Map(people.groups) }
  for (const user of newUsers) if (!next.users.has(user.id)) next.users.set(user.id, user)
  for (const group of groups) next.groups.set(group.id, group)
  return next
}
