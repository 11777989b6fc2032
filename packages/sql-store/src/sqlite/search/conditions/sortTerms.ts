import type { CatalogQuery, Condition, Sort } from '@plenum/core/ports'
import { smallestOf, sortColumn } from '../../../shared/indexValues.js'
import { list, oneOf, type Sql, type SqlValue, sql } from '../../../shared/sql.js'
import type { SearchScope } from './searchScope.js'
import { compileText } from './textMatch.js'

/** A sort key of the rows `n` of nodes. */
export interface Term {
  readonly value: Sql
  readonly descending: boolean
}

/** Equal rows are sorted by creation, which is not a term. */
export function sortTerms({ sort = [], where }: CatalogQuery, scope: SearchScope): readonly Term[] {
  return sort.flatMap(one => termsOf(one, where, scope))
}

/** Whether the sort keys are columns of nodes; otherwise they are rows of the indexes. */
export const needsColumns = ({ sort = [] }: CatalogQuery): boolean =>
  sort.some(({ by }) => ['path', 'position', 'relevance'].includes(by) || sortColumn(by) !== undefined)

/** The terms as columns `k0`, `k1` … of a selection. */
export function sortColumns(terms: readonly Term[]): Sql {
  return list([sql`n.seq AS seq`, ...terms.map(({ value }, i) => sql`${value} AS ${column(i)}`)])
}

/** The ORDER BY for these columns. */
export function orderBy(terms: readonly Term[]): Sql {
  return list([...terms.map(({ descending }, i) => (descending ? sql`${column(i)} DESC` : column(i))), sql`seq`])
}

const column = (i: number): Sql => ({ text: `k${i}`, values: [] })

function termsOf({ by, descending }: Sort, where: readonly Condition[], scope: SearchScope): Term[] {
  if (by === 'path') return [{ value: sql`n.path`, descending }]
  if (by === 'position') return [{ value: sql`n.position`, descending }]
  if (by === 'relevance') return relevance(inTitle(where, scope), descending)
  return [{ value: smallestOf(by), descending }]
}

function relevance(matches: readonly Sql[], descending: boolean): Term[] {
  const titleFirst = matches.length === 0 ? [] : [{ value: oneOf(matches), descending: !descending }]
  return [...titleFirst, { value: sql`n.modified`, descending: !descending }, { value: sql`n.path`, descending }]
}

function inTitle(where: readonly Condition[], scope: SearchScope): Sql[] {
  return where.flatMap(condition => {
    if (condition.kind === 'either') return inTitle(condition.conditions, scope)
    return condition.kind === 'text' ? [compileText(condition.query, 'title', scope)] : []
  })
}

/** Whether a row sorts at or before given values of the terms. */
export function sortsUpTo([first, ...more]: readonly Term[], [value = null, ...values]: readonly SqlValue[]): Sql {
  if (first === undefined) return sql`1`
  const equal = sql`(${first.value} IS ${value} AND ${sortsUpTo(more, values)})`
  return oneOf([...before(first, value), equal])
}

/** SQLite sorts missing values before all others. */
function before({ value: key, descending }: Term, value: SqlValue): readonly Sql[] {
  if (value === null) return descending ? [sql`${key} IS NOT NULL`] : []
  return descending ? [sql`${key} > ${value}`] : [sql`(${key} < ${value} OR ${key} IS NULL)`]
}
