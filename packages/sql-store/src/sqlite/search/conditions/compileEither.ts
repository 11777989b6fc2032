import type { Condition, IndexValue } from '@plenum/core/ports'
import { depthOf } from '../../../shared/content/depthOf.js'
import { toStorable } from '../../../shared/indexValues.js'
import { oneOf, type Sql, sql } from '../../../shared/sql.js'
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
  const alternatives = conditions.flatMap(flatten)
  const otherConditions = alternatives.filter(
    condition => !isLocation(condition) && !isBounded(condition) && condition.kind !== 'any',
  )
  return oneOf([
    ...locationTerms(alternatives.filter(isLocation), compile),
    ...spans(alternatives.filter(isBounded)),
    ...values(alternatives),
    ...otherConditions.map(other => (other.kind === 'range' ? findingBy(other) : compile(other))),
  ])
}

function flatten(condition: Condition): readonly Condition[] {
  return condition.kind === 'either' ? condition.conditions.flatMap(flatten) : [condition]
}

function values(all: readonly Condition[]): Sql[] {
  const byIndex = new Map<string, IndexValue[]>()
  for (const condition of all) {
    if (condition.kind !== 'any') continue
    const indexValues = byIndex.get(condition.index) ?? []
    for (const value of condition.values) indexValues.push(value)
    byIndex.set(condition.index, indexValues)
  }
  return [...byIndex].map(([index, merged]) => findingBy({ kind: 'any', index, values: merged }))
}

type Location = Of<'below' | 'at'>

const isLocation = (condition: Condition): condition is Location =>
  condition.kind === 'below' || condition.kind === 'at'

function locationTerms(locations: readonly Location[], compile: Compile): Sql[] {
  const [only] = locations
  if (only === undefined) return []
  if (locations.length === 1) return [compile(only)]
  const exactPaths = locations.flatMap(location =>
    location.kind === 'at' ? location.paths : location.depth === 'children' ? [] : [location.path],
  )
  const parents = locations.flatMap(location =>
    location.kind === 'below' && location.depth === 'children' ? [location.path] : [],
  )
  const subtrees = locations.flatMap(subtree)
  return [
    sql`n.seq IN (
      SELECT m.seq FROM json_each(${json(storablePaths(exactPaths))}) p CROSS JOIN node m ON m.path = p.value
      UNION ALL SELECT m.seq FROM json_each(${json(storablePaths(parents))}) p CROSS JOIN node m ON m.parent = p.value
      UNION ALL SELECT m.seq FROM json_each(${json(subtrees)}) p CROSS JOIN node m
        ON m.path > json_extract(p.value, '$[0]') AND m.path < json_extract(p.value, '$[1]')
          AND m.depth <= json_extract(p.value, '$[2]'))`,
  ]
}

const deepest = 1_000_000_000

/** The bounds of all paths below a place, and their maximum depth. */
function subtree(location: Location): (readonly [above: string, end: string, deepest: number])[] {
  if (location.kind === 'at' || location.depth === 'children' || location.depth === 0) return []
  if (storablePaths([location.path]).length === 0) return []
  const path = location.path === '/' ? '' : location.path
  return [[`${path}/`, `${path}0`, location.depth === null ? deepest : depthOf(location.path) + location.depth]]
}

/** Only the paths that SQLite texts can contain: no stored path contains other characters. */
function storablePaths(paths: readonly string[]): readonly string[] {
  return paths.filter(path => toStorable(path) === path)
}

const json = (values: readonly unknown[]): string => JSON.stringify(values)

/** A range between two numbers, such as dates. */
type Bounded = Of<'range'> & { readonly min: number; readonly max: number }

const isBounded = (condition: Condition): condition is Bounded =>
  condition.kind === 'range' && typeof condition.min === 'number' && typeof condition.max === 'number'

function spans(ranges: readonly Bounded[]): Sql[] {
  const [only] = ranges
  if (only && ranges.length === 1) return [findingBy(only)]
  return [...new Set(ranges.map(({ index }) => index))].map(
    index => sql`n.seq IN (
      SELECT i.seq FROM json_each(${json(mergeRanges(ranges.filter(range => range.index === index)))}) r CROSS JOIN node_index i
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
