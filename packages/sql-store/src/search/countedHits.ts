import { allOf, among, type Sql, sql } from '../sql.js'
import type { SqliteRows } from '../sqlite/connect.js'
import { checksOfAccess } from './checks.js'
import { type Asked, seenOf } from './readQuery.js'

/** The number of hits, from the counts of kinds; for queries without other conditions. */
export function countByKinds(connection: SqliteRows, asked: Asked): number {
  const seen = seenOf(asked.kinds)
  return seen === 0 || asked.active === null ? seen : seen - inactive(connection, asked, asked.active)
}

/** The plan without dates, if all objects of its kinds are published and unexpired. */
export function withoutDates(connection: SqliteRows, asked: Asked): Asked {
  const needsDates = asked.active !== null && inactive(connection, asked, asked.active) > 0
  return needsDates ? asked : { ...asked, active: null }
}

/** The number of objects of the plan's kinds that are unpublished or expired. */
function inactive(connection: SqliteRows, asked: Asked, active: NonNullable<Asked['active']>): number {
  return connection.row<{ total: number }>(sql`SELECT count(*) AS total ${inactiveRows(asked, active)}`)?.total ?? 0
}

/** The `seq` of these objects; null if there are more than `limit`. */
export function inactiveSeqs(
  connection: SqliteRows,
  { active, ...asked }: Asked,
  most: number,
): readonly number[] | null {
  if (active === null) return []
  const rows = sql`SELECT seq ${inactiveRows(asked, active)} LIMIT ${most + 1}`
  const row = connection.row<{ seqs: string }>(sql`SELECT json_group_array(seq) AS seqs FROM (${rows})`)
  const seqs = JSON.parse(row?.seqs ?? '[]') as number[]
  return seqs.length > most ? null : seqs
}

/** Typically few; two partial indexes find them. */
function inactiveRows(
  asked: Pick<Asked, 'kinds' | 'principals' | 'isOpen'>,
  { from, until }: NonNullable<Asked['active']>,
): Sql {
  const checks = allOf([sql`+n.kind_id IN ${among(asked.kinds.map(({ id }) => id))}`, ...checksOfAccess(asked)])
  return sql`FROM (
    SELECT n.seq FROM node n INDEXED BY node_to_be_published WHERE n.published_from > ${from} AND ${checks}
    UNION ALL SELECT n.seq FROM node n INDEXED BY node_to_expire
    WHERE n.index_expires <= ${until} AND ifnull(n.published_from <= ${from}, 1) AND ${checks})`
}
