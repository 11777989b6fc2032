import { type QueryPlan, visibleCount } from '../../shared/search/planQuery.js'
import { allOf, among, type Sql, sql } from '../../shared/sql.js'
import type { SqliteRows } from '../rows.js'
import { accessChecks } from './conditions/rowChecks.js'

/** The number of hits, from the counts of kinds; for queries without other conditions. */
export function countByKinds(connection: SqliteRows, plan: QueryPlan): number {
  const visible = visibleCount(plan.kinds)
  return visible === 0 || plan.active === null ? visible : visible - countInactive(connection, plan, plan.active)
}

/** The plan without dates, if all objects of its kinds are published and unexpired. */
export function withoutDates(connection: SqliteRows, plan: QueryPlan): QueryPlan {
  const needsDates = plan.active !== null && countInactive(connection, plan, plan.active) > 0
  return needsDates ? plan : { ...plan, active: null }
}

/** The number of objects of the plan's kinds that are unpublished or expired. */
function countInactive(connection: SqliteRows, plan: QueryPlan, active: NonNullable<QueryPlan['active']>): number {
  return connection.row<{ total: number }>(sql`SELECT count(*) AS total ${inactiveRows(plan, active)}`)?.total ?? 0
}

/** The `seq` of these objects; null if there are more than `limit`. */
export function inactiveSeqs(
  connection: SqliteRows,
  { active, ...plan }: QueryPlan,
  limit: number,
): readonly number[] | null {
  if (active === null) return []
  const rows = sql`SELECT seq ${inactiveRows(plan, active)} LIMIT ${limit + 1}`
  const row = connection.row<{ seqs: string }>(sql`SELECT json_group_array(seq) AS seqs FROM (${rows})`)
  const seqs = JSON.parse(row?.seqs ?? '[]') as number[]
  return seqs.length > limit ? null : seqs
}

/** Typically few; two partial indexes find them. */
function inactiveRows(
  plan: Pick<QueryPlan, 'kinds' | 'principals' | 'isOpen'>,
  { from, until }: NonNullable<QueryPlan['active']>,
): Sql {
  const checks = allOf([sql`+n.kind_id IN ${among(plan.kinds.map(({ id }) => id))}`, ...accessChecks(plan)])
  return sql`FROM (
    SELECT n.seq FROM node n INDEXED BY node_to_be_published WHERE n.published_from > ${from} AND ${checks}
    UNION ALL SELECT n.seq FROM node n INDEXED BY node_to_expire
    WHERE n.index_expires <= ${until} AND ifnull(n.published_from <= ${from}, 1) AND ${checks})`
}
