import { among, type Sql, sql } from '../sql.js'

/** The right side of a condition that callers with these principals may view the objects of an access id. */
export const visibleTo = (principals: readonly string[]): Sql =>
  sql`IN (SELECT h.access_id FROM access_holder h WHERE h.holder IN ${among(principals)})`
