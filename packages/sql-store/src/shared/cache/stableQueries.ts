import type { CatalogQuery, Condition, ContentReader } from '@plenum/core/ports'
import type { Results } from './readCache.js'

/** A period without publication or expiry dates, and one time in it. */
interface Window {
  readonly since: number | null
  readonly until: number | null
  readonly at: number
}

/**
 * Makes queries cacheable: between two publication or expiry dates all present times have the same hits, so each query
 * gets the first requested time of that period.
 */
export function stableQueries(
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
