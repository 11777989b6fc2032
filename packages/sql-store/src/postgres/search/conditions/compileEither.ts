import type { Condition, IndexValue } from '@plenum/core/ports'
import { depthOf } from '../../../shared/content/depthOf.js'
import { toStorable } from '../../../shared/indexValues.js'
import { among, oneOf, type Sql, sql } from '../../../shared/sql.js'
import { valueFits } from './indexConditions.js'
import { matchesWithoutWords, textHits } from './textMatch.js'

/** Compiles one condition to SQL. */
type Compile = (condition: Condition) => Sql

/**
 * Alternative conditions as SQL on the row `n` of a node. All alternatives with an index become one selection, which
 * costs as much as its hits, instead of one check of each alternative for each object.
 */
export function compileEither(conditions: readonly Condition[], compile: Compile): Sql {
  const alternatives = mergeValues(conditions.flatMap(flatten))
  const selections = [
    ...locationSelections(alternatives),
    ...alternatives.flatMap(condition => hitsOf(condition) ?? []),
  ]
  const otherConditions = alternatives.filter(condition => !isLocation(condition) && hitsOf(condition) === null)
  const indexed = selections.length === 0 ? [] : [sql`n.seq IN (${unionOf(selections)})`]
  return oneOf([...indexed, ...otherConditions.map(compile)])
}

const unionOf = (selections: readonly Sql[]): Sql => selections.reduce((all, one) => sql`${all} UNION ALL ${one}`)

function flatten(condition: Condition): readonly Condition[] {
  return condition.kind === 'either' ? condition.conditions.flatMap(flatten) : [condition]
}

/** Merges the values of all conditions on the same index. */
function mergeValues(all: readonly Condition[]): readonly Condition[] {
  const byIndex = new Map<string, IndexValue[]>()
  for (const condition of all) {
    if (condition.kind !== 'any') continue
    const indexValues = byIndex.get(condition.index) ?? []
    for (const value of condition.values) indexValues.push(value)
    byIndex.set(condition.index, indexValues)
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
      return matchesWithoutWords(condition.query) ? null : textHits(condition.query, condition.in)
    default:
      return null
  }
}

type Location = Extract<Condition, { kind: 'below' | 'at' }>

const isLocation = (condition: Condition): condition is Location =>
  condition.kind === 'below' || condition.kind === 'at'

/** Selections of all objects at these locations: one for paths, one for containers and one for subtrees. */
function locationSelections(all: readonly Condition[]): Sql[] {
  const locations = all.filter(isLocation)
  const paths = locations.flatMap(location =>
    location.kind === 'at' ? location.paths : location.depth === 'children' ? [] : [location.path],
  )
  const parents = locations.flatMap(location =>
    location.kind === 'below' && location.depth === 'children' ? [location.path] : [],
  )
  const subtrees = locations.flatMap(subtree)
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
function subtree(location: Location): readonly Subtree[] {
  if (location.kind === 'at' || location.depth === 'children' || location.depth === 0) return []
  // No stored path contains other characters than database texts.
  if (toStorable(location.path) !== location.path) return []
  const path = location.path === '/' ? '' : location.path
  return [[`${path}/`, `${path}0`, location.depth === null ? deepest : depthOf(location.path) + location.depth]]
}
