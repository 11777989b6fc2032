import type { Condition, TextQuery } from '@plenum/core/ports'
import { toStorable } from '../../../shared/indexValues.js'
import {
  groupAlternatives,
  type Location,
  placesOf,
  type Subtree,
} from '../../../shared/search/conditions/alternatives.js'
import {
  type ConditionDialect,
  compileWith,
  type Stored,
  type TextColumn,
  valueFits,
} from '../../../shared/search/conditions/compileCondition.js'
import { among, oneOf, type Sql, sql, unionAll } from '../../../shared/sql.js'
import { storedValue } from '../../storedValue.js'
import { matchesWithoutWords, textHits } from './textMatch.js'

export const stored: Stored = value => storedValue(toStorable(value))

export const dialect: ConditionDialect = { stored, text: compileText, either: compileEither }

/** Returns SQL that checks a condition for the node `n`. */
export const compileCondition = (condition: Condition): Sql => compileWith(dialect, condition)

function compileText(query: TextQuery, column: TextColumn): Sql {
  return matchesWithoutWords(query)
    ? sql`n.seq NOT IN (${textHits({ kind: 'not', part: query }, column)})`
    : sql`n.seq IN (${textHits(query, column)})`
}

/** Combines all alternatives that have an index into one query, so that they need not be checked for each object. */
function compileEither(conditions: readonly Condition[]): Sql {
  const { values, locations, otherConditions } = groupAlternatives(conditions)
  const selections = [
    ...locationSelections(locations),
    ...[...values, ...otherConditions].flatMap(condition => hitsOf(condition) ?? []),
  ]
  const indexed = selections.length === 0 ? [] : [sql`n.seq IN (${unionAll(selections)})`]
  return oneOf([...indexed, ...otherConditions.filter(other => hitsOf(other) === null).map(compileCondition)])
}

/**
 * Returns SQL for the `seq` values of all objects that satisfy a condition, or null if no index finds these objects.
 */
function hitsOf(condition: Condition): Sql | null {
  switch (condition.kind) {
    case 'any':
    case 'range':
      return sql`SELECT i.seq FROM node_index i WHERE ${valueFits(condition, stored)}`
    case 'text':
      return matchesWithoutWords(condition.query) ? null : textHits(condition.query, condition.in)
    default:
      return null
  }
}

function locationSelections(locations: readonly Location[]): Sql[] {
  const { paths, parents, subtrees } = placesOf(locations)
  return [
    ...(paths.length > 0 ? [sql`SELECT m.seq FROM node m WHERE m.path IN ${among(paths)}`] : []),
    ...(parents.length > 0 ? [sql`SELECT m.seq FROM node m WHERE m.parent IN ${among(parents)}`] : []),
    ...(subtrees.length > 0 ? [inSubtrees(subtrees)] : []),
  ]
}

const inSubtrees = (subtrees: readonly Subtree[]): Sql => sql`
  SELECT m.seq FROM json_array_elements(${JSON.stringify(subtrees)}::json) AS p (bounds)
  JOIN node m ON m.path > p.bounds ->> 0 AND m.path < p.bounds ->> 1 AND m.depth <= (p.bounds ->> 2)::integer`
