import { among, type Sql, sql } from '../sql.js'

/**
 * Returns the right side of a condition on an access id, which is true for objects that callers with these principals
 * may view.
 */
export const visibleTo = (principals: readonly string[]): Sql =>
  sql`IN (SELECT h.access_id FROM access_holder h WHERE h.holder IN ${among(principals)})`
