import type { ContentNode, WorkflowRecord } from '../content/node/node.js'
import type { Tally } from '../content/store/ballots.js'
import type { CatalogEntry } from '../content/store/catalog.js'
import type { Commit } from '../content/store/change.js'
import type { Lock } from '../content/store/locks.js'
import type { StoredVersion } from '../content/store/versions.js'
import type { Instant } from '../foundation/instants.js'
import { isAtOrBelow, parentPath, rootPath } from '../foundation/paths.js'
import type { QueuedMail } from '../mails/mail.js'
import type { Parts } from '../portable/wholeStore.js'
import { emptyFeed, type MemoryFeed } from './memoryFeed.js'

/** The votes of one poll. `voters` contains the keys of the voters (see `voterKey`). */
export interface StoredBallots {
  readonly tally: Tally
  readonly voters: ReadonlySet<string>
}

/** A stored object. It is immutable, because earlier states also refer to it. */
export interface Stored {
  /** The sequence number of the object, in order of creation. */
  readonly seq: number
  readonly position: number
  readonly node: ContentNode
  readonly entry: CatalogEntry
  readonly records: readonly WorkflowRecord[]
  readonly versions: readonly StoredVersion[]
  readonly ballots: StoredBallots
  readonly lock?: Lock | undefined
}

export type StoredAlias = Omit<Parts['alias'], 'path'>

export interface MemoryState {
  readonly commits: number
  readonly invalidations: number
  readonly nextSeq: number
  readonly objects: ReadonlyMap<string, Stored>
  readonly paths: ReadonlyMap<string, string>
  readonly aliases: ReadonlyMap<string, StoredAlias>
  readonly files: ReadonlyMap<string, Uint8Array>
  readonly feed: MemoryFeed
  /** The emails by id, oldest first. */
  readonly mails: ReadonlyMap<string, QueuedMail>
}

export const emptyState: MemoryState = {
  commits: 0,
  invalidations: 0,
  nextSeq: 1,
  objects: new Map(),
  paths: new Map(),
  aliases: new Map(),
  files: new Map(),
  feed: emptyFeed,
  mails: new Map(),
}

export function storedAt({ paths, objects }: Pick<MemoryState, 'paths' | 'objects'>, path: string): Stored | undefined {
  const uid = paths.get(path)
  return uid === undefined ? undefined : objects.get(uid)
}

export function storedChildren(objects: ReadonlyMap<string, Stored>, container: string): Stored[] {
  const children = [...objects.values()].filter(
    ({ node: { path } }) => path !== rootPath && parentPath(path) === container,
  )
  return children.sort((a, b) => a.position - b.position || a.seq - b.seq)
}

export function storedBelow(objects: ReadonlyMap<string, Stored>, path: string): Stored[] {
  return [...objects.values()].filter(({ node }) => isAtOrBelow(node.path, path))
}

export function lastTime({ records, versions }: Pick<Stored, 'records' | 'versions'>): Instant | null {
  const times = [...records.slice(-1), ...versions.slice(-1)].map(({ time }) => time)
  return times.length > 0 ? Math.max(...times) : null
}

export type Refusal = Extract<Commit, { ok: false }>['reason']

/** A mutable copy of the state, which becomes the next state if no part of the change is refused. */
export interface Draft {
  nextSeq: number
  readonly objects: Map<string, Stored>
  readonly paths: Map<string, string>
  readonly aliases: Map<string, StoredAlias>
  readonly files: Map<string, Uint8Array>
  feed: MemoryFeed
  readonly mails: Map<string, QueuedMail>
}
