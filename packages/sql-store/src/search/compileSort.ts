import type { CatalogQuery, Condition, Sort } from '@plenum/core/ports'
import { smallestOf } from '../indexValues.js'
import { list, oneOf, type Sql, sql } from '../sql.js'
import { compileText } from './compileText.js'

/** The terms of an ORDER BY over rows `n` of nodes. Equal rows are in the order of creation. */
export function compileSort({ sort = [], where }: CatalogQuery): Sql {
  return list([...sort.flatMap(one => termsOf(one, where)), sql`n.seq`])
}

function termsOf({ by, descending }: Sort, where: readonly Condition[]): Sql[] {
  if (by === 'path') return [withDirection(sql`n.path`, descending)]
  if (by === 'position') return [withDirection(sql`n.position`, descending)]
  if (by === 'relevance') return relevance(where, descending)
  return [withDirection(smallestOf(by), descending)]
}

function relevance(where: readonly Condition[], descending: boolean): Sql[] {
  const queries = textConditions(where).map(({ query }) => compileText(query, 'title'))
  const titleFirst = queries.length === 0 ? [] : [withDirection(oneOf(queries), !descending)]
  return [...titleFirst, withDirection(sql`n.modified`, !descending), withDirection(sql`n.path`, descending)]
}

function textConditions(where: readonly Condition[]): Extract<Condition, { kind: 'text' }>[] {
  return where.flatMap(condition => {
    if (condition.kind === 'either') return textConditions(condition.conditions)
    return condition.kind === 'text' ? [condition] : []
  })
}

function withDirection(term: Sql, descending: boolean): Sql {
  return descending ? sql`${term} DESC` : term
}
