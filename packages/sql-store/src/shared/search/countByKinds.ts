import { allOf, type Connection, type Sql, sql } from '../sql.js'
import { accessChecks, isOfKinds, type QueryPlan, visibleCount } from './planQuery.js'

export async function countByKinds(connection: Connection, plan: QueryPlan): Promise<number> {
  const visible = visibleCount(plan.kinds)
  return visible === 0 ? 0 : visible - (await countInactive(connection, plan))
}

export async function countInactive(connection: Connection, plan: QueryPlan): Promise<number> {
  if (plan.active === null) return 0
  const rows = inactiveOf(connection, plan)
  return (await connection.row<{ total: number }>(sql`SELECT count(*) AS total FROM (${rows}) AS inactive`))?.total ?? 0
}

export const inactiveOf = (connection: Connection, plan: QueryPlan): Sql =>
  inactiveRows(connection, plan.active, [isOfKinds(plan), ...accessChecks(plan)])

/**
 * Returns SQL that selects the unpublished and expired objects through two partial indexes, which contain only objects
 * with a publication or expiry date. The SQL selects nothing if the query ignores dates.
 */
export function inactiveRows({ engine }: Connection, active: QueryPlan['active'], checks: readonly Sql[]): Sql {
  if (active === null) return sql`SELECT n.seq FROM node n WHERE false`
  const [from, until] = [engine.indexValue(active.from), engine.indexValue(active.until)]
  return sql`
    SELECT n.seq FROM node n {by publication} WHERE ${allOf([sql`n.published_from > ${from}`, ...checks])}
    UNION ALL SELECT n.seq FROM node n {by expiry}
    WHERE ${allOf([sql`n.index_expires <= ${until}`, sql`coalesce(n.published_from <= ${from}, true)`, ...checks])}`
}
