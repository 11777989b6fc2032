import { allOf, among, type Sql, sql } from '../sql.js'
import { isActive, type Stored } from './conditions/compileCondition.js'
import type { QueryPlan } from './planQuery.js'
import { visibleTo } from './visibleTo.js'

// These functions check the rows `n` of nodes. SQLite must not use them to find rows, because another condition does.

export const publicationChecks = ({ active }: Pick<QueryPlan, 'active'>, stored: Stored): Sql[] =>
  active === null ? [] : [isActive(active, stored)]

export const accessChecks = ({ principals, isOpen }: Pick<QueryPlan, 'principals' | 'isOpen'>): Sql[] =>
  isOpen || principals === 'system' ? [] : [sql`{unindexed}n.access_id ${visibleTo(principals)}`]

export const isOfKinds = ({ kinds }: Pick<QueryPlan, 'kinds'>): Sql =>
  sql`{unindexed}n.kind_id IN ${among(kinds.map(({ id }) => id))}`

/**
 * A condition that the objects counted by a row `c` are of other kinds than the requested ones, or hidden from the
 * caller.
 */
export function isExcluded({ kinds, principals }: Pick<QueryPlan, 'kinds' | 'principals'>): Sql {
  const access = principals === 'system' ? [] : [sql`c.access_id ${visibleTo(principals)}`]
  return sql`NOT (${allOf([sql`c.kind_id IN ${among(kinds.map(({ id }) => id))}`, ...access])})`
}
