import type {
  CatalogQuery,
  Condition,
  ContentReader,
  Lock,
  Neighbours,
  OpenResult,
  ScanResult,
  SearchHit,
  SearchResult,
  Tally,
} from '@plenum/core/ports'
import type { Results } from './readCache.js'

/**
 * The estimated size, in bytes, of an object in a result, including its summary and JSON but excluding its document.
 */
const bytesOfObject = 3000
/** The maximum number of objects in a cached result. */
const maxObjects = 100
/** The maximum length of a cache key, in characters. */
const maxKey = 4000

export interface StoredReader extends ContentReader {
  /**
   * Returns a map from UIDs of objects to their locks, including expired locks. Returns null if more than `limit` locks
   * exist.
   */
  fewLocks(limit: number): Promise<ReadonlyMap<string, Lock> | null>
}

/**
 * Returns a reader that caches the following results until the state of the store changes: objects with their
 * containers, records and versions, locks, tallies, neighboring numbers, and searches with few hits. `votes` changes
 * with every vote. If `votes` is null, tallies are not cached.
 */
export function cachedReader(reader: StoredReader, results: Results, votes: string | null): ContentReader {
  const cachedOr = async <T>(key: string, read: () => Promise<T>, objectsIn: (result: T) => number): Promise<T> => {
    const cached = results.get(key)
    if (cached) return cached.value as T
    const result = await read()
    const objects = objectsIn(result)
    const isSmall = objects <= maxObjects && key.length <= maxKey
    if (isSmall) results.set(key, result, bytesOfObject * (objects + 1) + key.length)
    return result
  }
  const neighbours = async (index: string, number: number): Promise<Neighbours> => {
    const cached = results.get(`beside ${index}`)?.value as Neighbours | undefined
    if (cached && isBetween(cached, number)) return cached
    const result = await reader.neighbours(index, number)
    results.set(`beside ${index}`, result, 100)
    return result
  }
  const stableQuery = stableQueries({ neighbours }, results)
  const keyOf = async (method: string, query: CatalogQuery) => `${method} ${JSON.stringify(await stableQuery(query))}`
  const tallyAt = async (poll: string): Promise<TallyAt> => {
    const cached = results.get(`tally ${poll}`)?.value as TallyAt | undefined
    if (cached && votes !== null && cached.votes === votes) return cached
    const result = { votes, tally: await reader.tally(poll) }
    results.set(`tally ${poll}`, result, bytesOfObject)
    return result
  }
  /** Returns the locks of objects. All locks are cached together, because most sites have only a few locks. */
  const locks = async (uids: readonly string[]): Promise<ReadonlyMap<string, Lock>> => {
    const few = await cachedOr('locks', () => reader.fewLocks(maxObjects), objectsLocked)
    return few ? new Map(uids.flatMap(uid => pairWith(uid, few.get(uid)))) : reader.locks(uids)
  }
  return {
    ...reader,
    neighbours,
    open: path => cachedOr(`open ${path}`, () => reader.open(path), objectsOpened),
    locks,
    tally: async poll => (await tallyAt(poll)).tally,
    records: uid => cachedOr(`records ${uid}`, () => reader.records(uid), lengthOf),
    versions: uid => cachedOr(`versions ${uid}`, () => reader.versions(uid), lengthOf),
    nodes: uids => cachedOr(`nodes ${uids.join(' ')}`, () => reader.nodes(uids), lengthOf),
    search: async (query, slice) => cachedOr(await keyOf('search', query), () => reader.search(query, slice), hitCount),
    countUpTo: async (query, limit) =>
      cachedOr(await keyOf(`count ${limit}`, query), () => reader.countUpTo(query, limit), none),
    scan: async (query, slice) => {
      const key = await keyOf('scan', query)
      return cachedOr(key, async () => bufferIfFew(await reader.scan(query, slice)), objectsScanned)
    },
  }
}

const isBetween = ({ before, after }: Neighbours, number: number): boolean =>
  (before === null || before <= number) && (after === null || number < after)

const none = (): number => 0
const pairWith = <T>(uid: string, value: T | undefined): [string, T][] => (value === undefined ? [] : [[uid, value]])
const lengthOf = (list: readonly unknown[]): number => list.length
const objectsOpened = ({ lineage }: OpenResult): number => lineage.length + 3
const objectsLocked = (locks: ReadonlyMap<string, Lock> | null): number => locks?.size ?? 0
const hitCount = ({ items }: SearchResult): number => items.length

interface TallyAt {
  readonly votes: string | null
  readonly tally: Tally
}

interface CachedScan extends ScanResult {
  readonly items: readonly SearchHit[]
}

const objectsScanned = (scanned: ScanResult): number =>
  'items' in scanned ? (scanned as CachedScan).items.length : Number.POSITIVE_INFINITY

/** Buffers the hits if there are only a few, so that they can be cached. */
async function bufferIfFew(scanned: ScanResult): Promise<ScanResult> {
  if (scanned.total > maxObjects) return scanned
  const items: SearchHit[] = []
  for await (const chunk of scanned.chunks) items.push(...chunk)
  const stretches = { [Symbol.asyncIterator]: () => singleChunk(items) }
  return { total: scanned.total, chunks: stretches, items } as CachedScan
}

async function* singleChunk<T>(items: readonly T[]): AsyncGenerator<readonly T[]> {
  yield items
}

interface Window {
  readonly since: number | null
  readonly until: number | null
  readonly at: number
}

/**
 * Returns a function that makes queries for the current time cacheable. The hits of such a query change only at
 * publication and expiry dates. Between two of these dates, the time of each query is replaced with the time of the
 * first query.
 */
function stableQueries(
  reader: Pick<ContentReader, 'neighbours'>,
  results: Results,
): (query: CatalogQuery) => Promise<CatalogQuery> {
  return async query => {
    const time = timeIn(query.where)
    if (time === undefined) return query
    const cached = results.get('window')?.value as Window | undefined
    const window = cached && isWithin(cached, time) ? cached : await windowAround(reader, time)
    if (window !== cached) results.set('window', window, 100)
    return { ...query, where: withTime(query.where, window.at) }
  }
}

const isWithin = ({ since, until }: Window, time: number): boolean =>
  (since === null || since <= time) && (until === null || time < until)

async function windowAround(reader: Pick<ContentReader, 'neighbours'>, at: number): Promise<Window> {
  const neighbours = [await reader.neighbours('effective', at), await reader.neighbours('expires', at)]
  const before = neighbours.flatMap(({ before }) => before ?? [])
  const after = neighbours.flatMap(({ after }) => after ?? [])
  return {
    at,
    since: before.length > 0 ? Math.max(...before) : null,
    until: after.length > 0 ? Math.min(...after) : null,
  }
}

function timeIn(where: readonly Condition[]): number | undefined {
  for (const condition of where) if (condition.kind === 'active') return condition.at
  return undefined
}

const withTime = (where: readonly Condition[], at: number): readonly Condition[] =>
  where.map(condition => (condition.kind === 'active' ? { kind: 'active', at } : condition))
