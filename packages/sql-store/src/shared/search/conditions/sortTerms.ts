import type { CatalogQuery, Condition, Sort } from '@plenum/core/ports'
import { smallestOf } from '../../indexValues.js'
import { list, oneOf, type Sql, sql } from '../../sql.js'
import type { ConditionDialect } from './compileCondition.js'

export interface Term {
  readonly value: Sql
  readonly descending: boolean
}

export const sortTerms = ({ sort = [], where }: CatalogQuery, dialect: ConditionDialect): readonly Term[] =>
  sort.flatMap(one => termsOf(one, where, dialect))

export const sortColumns = (terms: readonly Term[]): Sql =>
  list([sql`n.seq AS seq`, ...terms.map(({ value }, i) => sql`${value} AS ${column(i)}`)])

export const orderBy = (terms: readonly Term[]): Sql =>
  list([...terms.map(({ descending }, i) => inDirection(column(i), descending)), sql`seq`])

export const inDirection = (key: Sql, descending: boolean): Sql =>
  descending ? sql`${key} DESC NULLS LAST` : sql`${key} NULLS FIRST`

const column = (i: number): Sql => ({ text: `k${i}`, values: [] })

function termsOf({ by, descending }: Sort, where: readonly Condition[], dialect: ConditionDialect): Term[] {
  if (by === 'path') return [{ value: sql`n.path`, descending }]
  if (by === 'position') return [{ value: sql`n.position`, descending }]
  if (by === 'relevance') return relevance(inTitle(where, dialect), descending)
  return [{ value: smallestOf(by), descending }]
}

function relevance(matches: readonly Sql[], descending: boolean): Term[] {
  const titleFirst = matches.length === 0 ? [] : [{ value: oneOf(matches), descending: !descending }]
  return [...titleFirst, { value: sql`n.modified`, descending: !descending }, { value: sql`n.path`, descending }]
}

const inTitle = (where: readonly Condition[], dialect: ConditionDialect): Sql[] =>
  where.flatMap(condition => {
    if (condition.kind === 'either') return inTitle(condition.conditions, dialect)
    return condition.kind === 'text' ? [dialect.text(condition.query, 'title')] : []
  })
