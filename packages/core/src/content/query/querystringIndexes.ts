import { parseInstant } from '../../foundation/instants.js'
import type { IndexKind } from './indexKind.js'
import type { Ask, Scalar } from './querystringAsk.js'
import { absolutePlace } from './querystringPaths.js'
import { type SearchIndex, searchIndex } from './searchIndexes.js'
import { parseBoolean } from './searchParameters.js'

/** An index of a query: any search index, the path, or the position, which finds nothing. */
export type QueriedIndex = SearchIndex | { readonly kind: 'path' | 'position'; readonly index: string }

export function queriedIndex(name: string, brought: ReadonlyMap<string, IndexKind>): QueriedIndex | undefined {
  if (name === 'path') return { kind: 'path', index: name }
  if (name === 'getObjPositionInParent') return { kind: 'position', index: name }
  return searchIndex(name, brought)
}

/**
 * Converts the values of a row to index values, such as a date text to an instant; null if the index has no such
 * values.
 */
export function fitToIndex({ kind }: QueriedIndex, ask: Ask): Ask | null {
  if (ask.kind === 'everything') return ask
  if (ask.kind === 'places') return kind === 'path' ? ask : null
  if (ask.kind === 'range') return kind === 'date' || kind === 'value' || kind === 'position' ? ask : null
  if (kind === 'path') return pathsFitted(ask)
  const values = ask.values.map(value => (kind === 'date' || kind === 'boolean' ? readers[kind](value) : value))
  return values.every(value => value !== null) ? { kind: ask.kind, values } : null
}

const readers: Readonly<Record<'date' | 'boolean', (value: Scalar) => Scalar | null>> = {
  date: value => (typeof value === 'string' ? parseInstant(value) : typeof value === 'number' ? value : null),
  boolean: value => parseBoolean(String(value)) ?? null,
}

function pathsFitted({ kind, values }: { readonly kind: Ask['kind']; readonly values: readonly Scalar[] }): Ask | null {
  const places = values.flatMap(value => absolutePlace(value, () => undefined) ?? [])
  if (places.length < values.length) return null
  if (kind === 'none' || kind === 'all') return { kind, values: places.map(({ path }) => path) }
  return { kind: 'places', places }
}
