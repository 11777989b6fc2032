import type { CatalogQuery, Condition, ContentReader } from '@plenum/core/ports'
import type { Results } from './readMemory.js'

/** Times between which no date of publication or expiry lies, with one of them. */
interface Window {
  readonly since: number | null
  readonly until: number | null
  readonly at: number
}

/**
 * Queries that have the same hits as long as no date passes: in place of the present time they have the first time after
 * the last date at which somebody asked.
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
