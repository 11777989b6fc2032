import type { CatalogQuery, Condition, ContentReader } from '@plenum/core/ports'
import type { Results } from './readMemory.js'

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
export function steadyQueries(
  reader: Pick<ContentReader, 'beside'>,
  results: Results,
): (query: CatalogQuery) => Promise<CatalogQuery> {
  return async query => {
    const time = timeIn(query.where)
    if (time === undefined) return query
    const known = results.get('window')?.value as Window | undefined
    const window = known && isWithin(known, time) ? known : await windowAround(reader, time)
    if (window !== known) results.set('window', window, 100)
    return { ...query, where: withTime(query.where, window.at) }
  }
}

const isWithin = ({ since, until }: Window, time: number): boolean =>
  (since === null || since <= time) && (until === null || time < until)

async function windowAround(reader: Pick<ContentReader, 'beside'>, at: number): Promise<Window> {
  const beside = [await reader.beside('effective', at), await reader.beside('expires', at)]
  const before = beside.flatMap(({ before }) => before ?? [])
  const after = beside.flatMap(({ after }) => after ?? [])
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
