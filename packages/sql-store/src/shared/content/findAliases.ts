import type { Alias, AliasQuery, AliasResult } from '@plenum/core/ports'
import type { Connection } from '../connection.js'
import { allOf, among, type Sql, sql } from '../sql.js'

interface AliasRow {
  readonly path: string
  readonly target: string
  readonly created: number | null
  readonly manual: number
}

export async function findAliases(connection: Connection, query: AliasQuery): Promise<AliasResult> {
  const { start = 0, size } = query
  const matches = sql`FROM alias a LEFT JOIN node n ON n.seq = a.seq WHERE ${allOf(conditionsOf(query))}`
  const [totals] = await connection.rows<{ total: number }>(sql`SELECT count(*) AS total ${matches}`)
  const rows = await connection.rows<AliasRow>(sql`
    SELECT a.path, coalesce(n.path, a.url) AS target, a.created, a.manual ${matches}
    ORDER BY a.path LIMIT ${size} OFFSET ${start}`)
  return { total: totals?.total ?? 0, items: rows.map(aliasOf) }
}

const aliasOf = ({ path, target, created, manual }: AliasRow): Alias => ({
  path,
  target,
  created,
  manual: manual === 1,
})

/** Sorts after every continuation of a prefix. */
const end = '\u{10ffff}'

function conditionsOf({ uid, paths, begin, manual, from, until }: AliasQuery): Sql[] {
  return [
    ...(uid === undefined ? [] : [sql`n.uid = ${uid}`]),
    ...(paths === undefined ? [] : [sql`a.path IN ${among(paths)}`]),
    ...(begin === undefined ? [] : [sql`a.path >= ${begin} AND a.path < ${begin + end}`]),
    ...(manual === undefined ? [] : [sql`a.manual = ${Number(manual)}`]),
    ...(from === undefined ? [] : [sql`a.created >= ${from}`]),
    ...(until === undefined ? [] : [sql`a.created < ${until}`]),
  ]
}
