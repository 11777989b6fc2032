import type {
  CatalogQuery,
  ContentReader,
  Found,
  FoundEntry,
  Neighbours,
  Opened,
  Scanned,
  Tally,
} from '@plenum/core/ports'
import type { Results } from './readMemory.js'
import { steadyQueries } from './steadyQueries.js'

/**
 * Estimated bytes of an object in a result, with its summary and its text. Documents of objects are counted separately.
 */
const bytesOfObject = 3000
/** The largest cached result, in objects. */
const maxObjects = 100
/** Limit of a cache key, in characters. */
const maxKey = 4000

/**
 * Caches results for as long as the state of the store stays the same: objects with their containers, records and
 * versions, locks, tallies, neighbouring numbers, and searches with few hits. `votes` is a text that differs after each
 * vote; null: tallies are not cached.
 */
export function rememberedReader(reader: ContentReader, results: Results, votes: string | null): ContentReader {
  const once = async <T>(key: string, read: () => Promise<T>, objectsIn: (result: T) => number): Promise<T> => {
    const known = results.get(key)
    if (known) return known.value as T
    const result = await read()
    const objects = objectsIn(result)
    const isSmall = objects <= maxObjects && key.length <= maxKey
    if (isSmall) results.set(key, result, bytesOfObject * (objects + 1) + key.length)
    return result
  }
  const beside = async (index: string, number: number): Promise<Neighbours> => {
    const known = results.get(`beside ${index}`)?.value as Neighbours | undefined
    if (known && isBetween(known, number)) return known
    const found = await reader.beside(index, number)
    results.set(`beside ${index}`, found, 100)
    return found
  }
  const steady = steadyQueries({ beside }, results)
  const keyOf = async (method: string, query: CatalogQuery) => `${method} ${JSON.stringify(await steady(query))}`
  const tallyAt = async (poll: string): Promise<TallyAt> => {
    const known = results.get(`tally ${poll}`)?.value as TallyAt | undefined
    if (known && votes !== null && known.votes === votes) return known
    const found = { votes, tally: await reader.tally(poll) }
    results.set(`tally ${poll}`, found, bytesOfObject)
    return found
  }
  return {
    ...reader,
    beside,
    open: path => once(`open ${path}`, () => reader.open(path), objectsOpened),
    locks: uids =>
      once(
        `locks ${uids.join(' ')}`,
        () => reader.locks(uids),
        ({ size }) => size,
      ),
    tally: async poll => (await tallyAt(poll)).tally,
    records: uid => once(`records ${uid}`, () => reader.records(uid), lengthOf),
    versions: uid => once(`versions ${uid}`, () => reader.versions(uid), lengthOf),
    nodes: uids => once(`nodes ${uids.join(' ')}`, () => reader.nodes(uids), lengthOf),
    search: async (query, turn) => once(await keyOf('search', query), () => reader.search(query, turn), objectsFound),
    countUpTo: async (query, most) =>
      once(
        await keyOf(`count ${most}`, query),
        () => reader.countUpTo(query, most),
        () => 0,
      ),
    scan: async (query, turn) => {
      const key = await keyOf('scan', query)
      return once(key, async () => whereFew(await reader.scan(query, turn)), objectsScanned)
    },
  }
}

/** Whether two numbers have the same neighbours. */
const isBetween = ({ before, after }: Neighbours, number: number): boolean =>
  (before === null || before <= number) && (after === null || number < after)

const lengthOf = (list: readonly unknown[]): number => list.length
/** The payload of the last object is cached too, and its text. */
const objectsOpened = ({ lineage }: Opened): number => lineage.length + 3
const objectsFound = ({ items }: Found): number => items.length

interface TallyAt {
  readonly votes: string | null
  readonly tally: Tally
}

/** A scan with all its hits in memory. */
interface KnownScan extends Scanned {
  readonly items: readonly FoundEntry[]
}

const objectsScanned = (scanned: Scanned): number =>
  'items' in scanned ? (scanned as KnownScan).items.length : Number.POSITIVE_INFINITY

/** Reads all hits if they are few, so that they can be returned again. */
async function whereFew(scanned: Scanned): Promise<Scanned> {
  if (scanned.total > maxObjects) return scanned
  const items: FoundEntry[] = []
  for await (const stretch of scanned.stretches) items.push(...stretch)
  const stretches = { [Symbol.asyncIterator]: () => oneStretch(items) }
  return { total: scanned.total, stretches, items } as KnownScan
}

async function* oneStretch<T>(items: readonly T[]): AsyncGenerator<readonly T[]> {
  yield items
}
