import type { Condition, IndexValue } from '@plenum/core/ports'
import { depthOf } from '../../depthOf.js'
import { toStorable } from '../../indexValues.js'
import { among, oneOf, type Sql, sql } from '../../sql.js'
import { valueFits } from './indexConditions.js'
import { matchesWithout, textHits } from './textMatch.js'

/** Compiles one condition to SQL. */
type Compile = (condition: Condition) => Sql

/**
 * Alternative conditions as SQL on the row `n` of a node. All alternatives with an index become one selection, which
 * costs as much as its hits, instead of one check of each alternative for each object.
 */
export function compileEither(conditions: readonly Condition[], compile: Compile): Sql {
  const all = valuesTogether(conditions.flatMap(flatten))
  const found = [...places(all), ...all.flatMap(condition => hitsOf(condition) ?? [])]
  const others = all.filter(condition => !isPlace(condition) && hitsOf(condition) === null)
  const together = found.length === 0 ? [] : [sql`n.seq IN (${unionOf(found)})`]
  return oneOf([...together, ...others.map(compile)])
}

const unionOf = (selections: readonly Sql[]): Sql => selections.reduce((all, one) => sql`${all} UNION ALL ${one}`)

function flatten(condition: Condition): readonly Condition[] {
  return condition.kind === 'either' ? condition.conditions.flatMap(flatten) : [condition]
}

/** Merges the values of all conditions on the same index. */
function valuesTogether(all: readonly Condition[]): readonly Condition[] {
  const byIndex = new Map<string, IndexValue[]>()
  for (const condition of all) {
    if (condition.kind !== 'any') continue
    const found = byIndex.get(condition.index) ?? []
    for (const value of condition.values) found.push(value)
    byIndex.set(condition.index, found)
  }
  const values = [...byIndex].map(([index, values]) => ({ kind: 'any', index, values }) as const)
  return [...values, ...all.filter(({ kind }) => kind !== 'any')]
}

/** A selection of the `seq` of all objects that meet a condition; null if no index finds them. */
function hitsOf(condition: Condition): Sql | null {
  switch (condition.kind) {
    case 'any':
    case 'range':
      return sql`SELECT i.seq FROM node_index i WHERE ${valueFits(condition)}`
    case 'text':
      return matchesWithout(condition.query) ? null : textHits(condition.query, condition.in)
    default:
      return null
  }
}

type Place = Extract<Condition, { kind: 'below' | 'at' }>

const isPlace = (condition: Condition): condition is Place => condition.kind === 'below' || condition.kind === 'at'

/** Selections of all objects at these locations: one for paths, one for containers and one for subtrees. */
function places(all: readonly Condition[]): Sql[] {
  const wanted = all.filter(isPlace)
  const paths = wanted.flatMap(place =>
    place.kind === 'at' ? place.paths : place.depth === 'children' ? [] : [place.path],
  )
  const parents = wanted.flatMap(place => (place.kind === 'below' && place.depth === 'children' ? [place.path] : []))
  const subtrees = wanted.flatMap(subtree)
  return [
    ...(paths.length > 0 ? [sql`SELECT m.seq FROM node m WHERE m.path IN ${among(paths)}`] : []),
    ...(parents.length > 0 ? [sql`SELECT m.seq FROM node m WHERE m.parent IN ${among(parents)}`] : []),
    ...(subtrees.length > 0 ? [inSubtrees(subtrees)] : []),
  ]
}

type Subtree = readonly [above: string, end: string, deepest: number]

const inSubtrees = (subtrees: readonly Subtree[]): Sql => sql`
  SELECT m.seq FROM json_array_elements(${JSON.stringify(subtrees)}::json) AS p (bounds)
  JOIN node m ON m.path > p.bounds ->> 0 AND m.path < p.bounds ->> 1 AND m.depth <= (p.bounds ->> 2)::integer`

const deepest = 1_000_000_000

/** The bounds of all paths below a location, and their maximum depth. */
function subtree(place: Place): readonly Subtree[] {
  if (place.kind === 'at' || place.depth === 'children' || place.depth === 0) return []
  // No stored path contains other characters than database texts.
  if (toStorable(place.path) !== place.path) return []
  const path = place.path === '/' ? '' : place.path
  return [[`${path}/`, `${path}0`, place.depth === null ? deepest : depthOf(place.path) + place.depth]]
}
