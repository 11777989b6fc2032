import { allOf, among, type Sql, sql } from '../sql.js'
import type { QueryPlan } from './planQuery.js'
import { visibleTo } from './visibleTo.js'

/**
 * A condition on a row `c` of counts: its objects are of other kinds than the requested ones, or hidden from the
 * caller.
 */
export function isExcluded({ kinds, principals }: Pick<QueryPlan, 'kinds' | 'principals'>): Sql {
  const access = principals === 'system' ? [] : [sql`c.access_id ${visibleTo(principals)}`]
  return sql`NOT (${allOf([sql`c.kind_id IN ${among(kinds.map(({ id }) => id))}`, ...access])})`
}
