import { parseInstant } from '../../foundation/instants.js'
import { absoluteSubtree, type Clause, type Scalar } from './querystringPaths.js'
import { type IndexKind, type SearchIndex, searchIndex } from './searchIndexes.js'
import { parseBoolean } from './searchParameters.js'

export type QueriedIndex = SearchIndex | { readonly kind: 'path' | 'position'; readonly index: string }

export function queriedIndex(name: string, behaviorIndexes: ReadonlyMap<string, IndexKind>): QueriedIndex | undefined {
  if (name === 'path') return { kind: 'path', index: name }
  if (name === 'getObjPositionInParent') return { kind: 'position', index: name }
  return searchIndex(name, behaviorIndexes)
}

/**
 * Converts the values of a query row to index values, for example a date string to an instant. Returns null for values
 * that the index cannot contain.
 */
export function convertToIndex({ kind }: QueriedIndex, clause: Clause): Clause | null {
  if (clause.kind === 'everything') return clause
  if (clause.kind === 'places') return kind === 'path' ? clause : null
  if (clause.kind === 'range') return kind === 'date' || kind === 'value' || kind === 'position' ? clause : null
  if (kind === 'path') return pathClause(clause)
  const values = clause.values.map(value => (kind === 'date' || kind === 'boolean' ? readers[kind](value) : value))
  return values.every(value => value !== null) ? { kind: clause.kind, values } : null
}

const readers: Readonly<Record<'date' | 'boolean', (value: Scalar) => Scalar | null>> = {
  date: value => (typeof value === 'string' ? parseInstant(value) : typeof value === 'number' ? value : null),
  boolean: value => parseBoolean(String(value)) ?? null,
}

function pathClause({
  kind,
  values,
}: {
  readonly kind: Clause['kind']
  readonly values: readonly Scalar[]
}): Clause | null {
  const subtrees = values.flatMap(value => absoluteSubtree(value, () => undefined) ?? [])
  if (subtrees.length < values.length) return null
  if (kind === 'none' || kind === 'all') return { kind, values: subtrees.map(({ path }) => path) }
  return { kind: 'places', subtrees }
}
