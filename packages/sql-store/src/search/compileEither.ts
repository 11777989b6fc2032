import type { Condition, IndexValue } from '@plenum/core/ports'
import { depthOf } from '../depthOf.js'
import { toStorable } from '../indexValues.js'
import { oneOf, type Sql, sql } from '../sql.js'
import { findingBy } from './indexConditions.js'

/** Compiles one condition to SQL. */
type Compile = (condition: Condition) => Sql

type Of<K extends Condition['kind']> = Extract<Condition, { kind: K }>

/**
 * Alternative conditions as SQL that checks the row `n` of a node. All alternatives of one kind become one subquery,
 * which SQLite runs once with an index. Many alternatives therefore cost only as much as their hits, instead of one
 * check of each alternative for each object.
 */
export function compileEither(conditions: readonly Condition[], compile: Compile): Sql {
  const all = conditions.flatMap(flatten)
  const others = all.filter(condition => !isPlace(condition) && !isBounded(condition) && condition.kind !== 'any')
  return oneOf([
    ...places(all.filter(isPlace), compile),
    ...spans(all.filter(isBounded)),
    ...values(all),
    ...others.map(other => (other.kind === 'range' ? findingBy(other) : compile(other))),
  ])
}

function flatten(condition: Condition): readonly Condition[] {
  return condition.kind === 'either' ? condition.conditions.flatMap(flatten) : [condition]
}

function values(all: readonly Condition[]): Sql[] {
  const byIndex = new Map<string, IndexValue[]>()
  for (const condition of all) {
    if (condition.kind !== 'any') continue
    const found = byIndex.get(condition.index) ?? []
    for (const value of condition.values) found.push(value)
    byIndex.set(condition.index, found)
  }
  return [...byIndex].map(([index, wanted]) => findingBy({ kind: 'any', index, values: wanted }))
}

type Place = Of<'below' | 'at'>

const isPlace = (condition: Condition): condition is Place => condition.kind === 'below' || condition.kind === 'at'

function places(all: readonly Place[], compile: Compile): Sql[] {
  const [only] = all
  if (only === undefined) return []
  if (all.length === 1) return [compile(only)]
  const exact = all.flatMap(place =>
    place.kind === 'at' ? place.paths : place.depth === 'children' ? [] : [place.path],
  )
  const parents = all.flatMap(place => (place.kind === 'below' && place.depth === 'children' ? [place.path] : []))
  const subtrees = all.flatMap(subtree)
  return [
    sql`n.seq IN (
      SELECT m.seq FROM json_each(${json(possible(exact))}) p CROSS JOIN node m ON m.path = p.value
      UNION ALL SELECT m.seq FROM json_each(${json(possible(parents))}) p CROSS JOIN node m ON m.parent = p.value
      UNION ALL SELECT m.seq FROM json_each(${json(subtrees)}) p CROSS JOIN node m
        ON m.path > json_extract(p.value, '$[0]') AND m.path < json_extract(p.value, '$[1]')
          AND m.depth <= json_extract(p.value, '$[2]'))`,
  ]
}

const deepest = 1_000_000_000

/** The bounds of all paths below a place, and their maximum depth. */
function subtree(place: Place): (readonly [above: string, end: string, deepest: number])[] {
  if (place.kind === 'at' || place.depth === 'children' || place.depth === 0) return []
  if (possible([place.path]).length === 0) return []
  const path = place.path === '/' ? '' : place.path
  return [[`${path}/`, `${path}0`, place.depth === null ? deepest : depthOf(place.path) + place.depth]]
}

/** Only the paths that SQLite texts can contain: no stored path contains other characters. */
function possible(paths: readonly string[]): readonly string[] {
  return paths.filter(path => toStorable(path) === path)
}

const json = (values: readonly unknown[]): string => JSON.stringify(values)

/** A range between two numbers, such as dates. */
type Bounded = Of<'range'> & { readonly min: number; readonly max: number }

const isBounded = (condition: Condition): condition is Bounded =>
  condition.kind === 'range' && typeof condition.min === 'number' && typeof condition.max === 'number'

function spans(all: readonly Bounded[]): Sql[] {
  const [only] = all
  if (only && all.length === 1) return [findingBy(only)]
  return [...new Set(all.map(({ index }) => index))].map(
    index => sql`n.seq IN (
      SELECT i.seq FROM json_each(${json(mergeRanges(all.filter(range => range.index === index)))}) r CROSS JOIN node_index i
        ON i.name = ${index} AND i.value >= json_extract(r.value, '$[0]') AND i.value <= json_extract(r.value, '$[1]'))`,
  )
}

/** Merges overlapping ranges, so that no row is found twice: 1-3, 2-5 -> 1-5. */
function mergeRanges(ranges: readonly Bounded[]): readonly (readonly [number, number])[] {
  const result: [number, number][] = []
  for (const { min, max } of ranges.filter(range => range.min <= range.max).toSorted((a, b) => a.min - b.min)) {
    const last = result.at(-1)
    if (last && min <= last[1]) last[1] = Math.max(last[1], max)
    else result.push([min, max])
  }
  return result
}
