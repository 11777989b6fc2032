import type { Condition } from '@plenum/core/ports'
import { toStorable } from '../../../shared/indexValues.js'
import { groupAlternatives, type Location, placesOf } from '../../../shared/search/conditions/alternatives.js'
import { valueFits } from '../../../shared/search/conditions/compileCondition.js'
import { oneOf, type Sql, sql } from '../../../shared/sql.js'

type Compile = (condition: Condition) => Sql

type Of<K extends Condition['kind']> = Extract<Condition, { kind: K }>

/**
 * Returns SQL that checks whether a node row `n` satisfies at least one condition. The alternatives of each kind become
 * one subquery, which SQLite runs once with an index, so that the cost of many alternatives depends only on their hits.
 */
export function compileEither(conditions: readonly Condition[], compile: Compile): Sql {
  const { values, locations, otherConditions } = groupAlternatives(conditions)
  const unbounded = otherConditions.filter(condition => !isBounded(condition))
  return oneOf([
    ...locationTerms(locations, compile),
    ...spans(otherConditions.filter(isBounded)),
    ...values.map(findingBy),
    ...unbounded.map(other => (other.kind === 'range' ? findingBy(other) : compile(other))),
  ])
}

/** Returns SQL that finds rows `n` through the index. In contrast, `compileCondition` only checks rows. */
export const findingBy = (condition: Of<'any' | 'range'>): Sql =>
  sql`n.seq IN (SELECT i.seq FROM node_index i WHERE ${valueFits(condition, toStorable)})`

function locationTerms(locations: readonly Location[], compile: Compile): Sql[] {
  const [only] = locations
  if (only === undefined) return []
  if (locations.length === 1) return [compile(only)]
  const { paths, parents, subtrees } = placesOf(locations)
  return [
    sql`n.seq IN (
      SELECT m.seq FROM json_each(${json(paths)}) p CROSS JOIN node m ON m.path = p.value
      UNION ALL SELECT m.seq FROM json_each(${json(parents)}) p CROSS JOIN node m ON m.parent = p.value
      UNION ALL SELECT m.seq FROM json_each(${json(subtrees)}) p CROSS JOIN node m
        ON m.path > json_extract(p.value, '$[0]') AND m.path < json_extract(p.value, '$[1]')
          AND m.depth <= json_extract(p.value, '$[2]'))`,
  ]
}

const json = (values: readonly unknown[]): string => JSON.stringify(values)

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

/** Merges overlapping ranges, so that no row is found twice: 1–3 and 2–5 become 1–5. */
function mergeRanges(ranges: readonly Bounded[]): readonly (readonly [number, number])[] {
  const result: [number, number][] = []
  for (const { min, max } of ranges.filter(range => range.min <= range.max).toSorted((a, b) => a.min - b.min)) {
    const last = result.at(-1)
    if (last && min <= last[1]) last[1] = Math.max(last[1], max)
    else result.push([min, max])
  }
  return result
}
