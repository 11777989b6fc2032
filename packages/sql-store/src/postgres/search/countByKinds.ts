import { type QueryPlan, visibleCount } from '../../shared/search/planQuery.js'
import { visibleTo } from '../../shared/search/visibleTo.js'
import { allOf, among, type Sql, sql } from '../../shared/sql.js'
import type { Rows } from '../rows.js'
import { storedValue } from '../storedValue.js'

/** The number of hits, from the counts of kinds; for queries without other conditions. */
export async function countByKinds(connection: Rows, plan: QueryPlan): Promise<number> {
  const visible = visibleCount(plan.kinds)
  return visible === 0 || plan.active === null
    ? visible
    : visible - (await countInactive(connection, plan, plan.active))
}

/** The number of objects of the plan's kinds that are unpublished or expired. */
async function countInactive(
  connection: Rows,
  plan: QueryPlan,
  active: NonNullable<QueryPlan['active']>,
): Promise<number> {
  const { kinds, isOpen, principals } = plan
  const access = isOpen || principals === 'system' ? [] : [sql`n.access_id ${visibleTo(principals)}`]
  const ofKind = sql`n.kind_id IN ${among(kinds.map(({ id }) => id))}`
  const rows = inactiveRows(active, [ofKind, ...access])
  return (await connection.row<{ total: number }>(sql`SELECT count(*) AS total FROM (${rows}) AS inactive`))?.total ?? 0
}

/**
 * The unpublished and expired objects that meet some checks: few, found by two partial indexes; none if dates do not
 * matter.
 */
export function inactiveRows(active: QueryPlan['active'], checks: readonly Sql[]): Sql {
  if (active === null) return sql`SELECT n.seq FROM node n WHERE false`
  const [from, until] = [storedValue(active.from), storedValue(active.until)]
  return sql`
    SELECT n.seq FROM node n WHERE ${allOf([sql`n.published_from > ${from}`, ...checks])}
    UNION ALL SELECT n.seq FROM node n
    WHERE ${allOf([sql`n.index_expires <= ${until}`, sql`coalesce(n.published_from <= ${from}, true)`, ...checks])}`
}
