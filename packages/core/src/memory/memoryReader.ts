import type { ContentNode } from '../content/node/node.js'
import { voterKey } from '../content/store/ballots.js'
import type { ContentReader, OpenResult } from '../content/store/contentReader.js'
import { pieceOf } from '../content/store/filePieces.js'
import type { Lock } from '../content/store/locks.js'
import { depthBelow, parentPath, rootPath } from '../foundation/paths.js'
import { findAliases, targetOf } from './memoryAliases.js'
import { ballotsOf, noBallots } from './memoryBallots.js'
import { feedStateOf, findEvents } from './memoryFeed.js'
import { isReferenced } from './memoryFiles.js'
import { nearestNumbers, overlappingIn, searchState } from './memorySearch.js'
import { lastTime, type MemoryState, type Stored, type StoredBallots, storedAt, storedBelow } from './memoryState.js'
import { listSubscriptions } from './memorySubscriptions.js'

export const memoryReader = (state: MemoryState): ContentReader => ({
  open: async path => openPath(state, path),
  search: async query => searchState(state, query),
  countUpTo: async (query, limit) => Math.min(limit, searchState(state, { ...query, size: 0 }).total),
  neighbours: async (index, number) => nearestNumbers(state, index, number),
  overlapping: async query => overlappingIn(state, query),
  scan: async query => {
    const { total, items } = searchState(state, query)
    return { total, chunks: chunksOf(items) }
  },
  nodes: async uids => [...new Set(uids)].flatMap(uid => state.objects.get(uid)?.node ?? []),
  existingPaths: async paths => [...new Set(paths)].filter(path => state.paths.has(path)),
  sizeUpTo: async (path, limit) => Math.min(limit, storedBelow(state.objects, path).length),
  subtree: path => chunksOf(subtreeOf(state, path)),
  records: async uid => state.objects.get(uid)?.records ?? [],
  lastRecord: async (uid, workflow) =>
    state.objects.get(uid)?.records.findLast(record => record.workflow === workflow) ?? null,
  lastTime: async uid => {
    const stored = state.objects.get(uid)
    return stored ? lastTime(stored) : null
  },
  versions: async uid => (state.objects.get(uid)?.versions ?? []).map(({ node, ...meta }) => meta),
  version: async (uid, number) => state.objects.get(uid)?.versions[number] ?? null,
  locks: async uids => locksOf(state, uids),
  aliases: async query => findAliases(state, query),
  filePiece: async (digest, number) => {
    const bytes = state.files.get(digest)
    return bytes && isReferenced(state, digest) ? pieceOf(bytes, number) : null
  },
  facts: async () => ({ kind: 'memory', bytes: null, clock: null }),
  tally: async poll => storedBallots(state, poll).tally,
  hasVoted: async (poll, voter) => storedBallots(state, poll).voters.has(voterKey(voter)),
  ballots: async poll => ballotsOf(storedBallots(state, poll)),
  events: async query => findEvents(state.feed, query),
  feedState: async () => feedStateOf(state.feed),
  subscriptions: async () => listSubscriptions(state.feed),
})

const subtreeOf = ({ objects }: MemoryState, path: string): readonly ContentNode[] =>
  storedBelow(objects, path)
    .sort(containersFirst)
    .map(({ node }) => node)

const chunkSize = 100

export async function* chunksOf<T>(items: readonly T[]): AsyncGenerator<readonly T[]> {
  for (let start = 0; start < items.length; start += chunkSize) yield items.slice(start, start + chunkSize)
}

const storedBallots = ({ objects }: MemoryState, poll: string): StoredBallots => objects.get(poll)?.ballots ?? noBallots

function openPath(state: MemoryState, path: string): OpenResult {
  const lineage = lineageOf(state, path)
  const exists = lineage.at(-1)?.path === path
  return {
    lineage,
    exists,
    movedTo: exists ? null : movedTo(state, path),
    stamp: String(state.commits),
    invalidations: state.invalidations,
  }
}

function lineageOf(state: MemoryState, path: string): ContentNode[] {
  const lineage: ContentNode[] = []
  for (const container of prefixes(path)) {
    const stored = storedAt(state, container)
    if (!stored) break
    lineage.push(stored.node)
  }
  return lineage
}

/**
 * Yields the prefixes of a path one by one, because building all prefixes of a very deep path at once would take too
 * much memory.
 */
function* prefixes(path: string): Generator<string> {
  yield rootPath
  if (path === rootPath) return
  for (let end = path.indexOf('/', 1); end !== -1; end = path.indexOf('/', end + 1)) yield path.slice(0, end)
  yield path
}

function movedTo(state: MemoryState, path: string): string | null {
  for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
    const alias = state.aliases.get(path.slice(0, end))
    const target = alias && (end === path.length || 'uid' in alias.target) ? targetOf(state, alias) : undefined
    if (target !== undefined) return append(target, path.slice(end))
  }
  return null
}

/** Appends a relative path to a target, without a double slash after the site root. */
const append = (target: string, rest: string): string => (target === rootPath && rest !== '' ? rest : target + rest)

function locksOf({ objects }: MemoryState, uids: readonly string[]): ReadonlyMap<string, Lock> {
  const locks = new Map<string, Lock>()
  for (const uid of uids) {
    const lock = objects.get(uid)?.lock
    if (lock) locks.set(uid, lock)
  }
  return locks
}

function containersFirst(a: Stored, b: Stored): number {
  const [ofA, ofB] = [parentPath(a.node.path), parentPath(b.node.path)]
  const byContainer = ofA === ofB ? 0 : ofA < ofB ? -1 : 1
  return depthBelow(a.node.path, b.node.path) || byContainer || a.position - b.position || a.seq - b.seq
}
