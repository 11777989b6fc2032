import { allOf, among, type Sql, sql } from '../sql.js'
import type { Asked } from './readQuery.js'
import { seenBy } from './seenBy.js'

/**
 * A condition on a row `c` of counts: its objects are of other kinds than the requested ones, or hidden from the
 * caller.
 */
export function isLeftOut({ kinds, principals }: Pick<Asked, 'kinds' | 'principals'>): Sql {
  const access = principals === 'system' ? [] : [sql`c.access_id ${seenBy(principals)}`]
  return sql`NOT (${allOf([sql`c.kind_id IN ${among(kinds.map(({ id }) => id))}`, ...access])})`
}
