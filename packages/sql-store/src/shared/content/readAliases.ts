import { rootPath } from '@plenum/core'
import type { Alias, AliasQuery, AliasResult } from '@plenum/core/ports'
import { allOf, among, type Connection, type Sql, sql } from '../sql.js'

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

/** The highest code point. A prefix followed by this character sorts after every path that begins with the prefix. */
const end = '\u{10ffff}'

const conditionsOf = ({ uid, paths, begin, manual, from, until }: AliasQuery): Sql[] => [
  ...(uid === undefined ? [] : [sql`n.uid = ${uid}`]),
  ...(paths === undefined ? [] : [sql`a.path IN ${among(paths)}`]),
  ...(begin === undefined ? [] : [sql`a.path >= ${begin} AND a.path < ${begin + end}`]),
  ...(manual === undefined ? [] : [sql`a.manual = ${Number(manual)}`]),
  ...(from === undefined ? [] : [sql`a.created >= ${from}`]),
  ...(until === undefined ? [] : [sql`a.created < ${until}`]),
]

interface ResolvedRow {
  readonly alias: string
  readonly target: string | null
  readonly url: string | null
}

/**
 * Resolves an old path to the current path of its object or, if the alias leads to another site, to a URL. Resolves to
 * null if no alias matches. The alias of a renamed container replaces the beginning of the path. All paths that sort
 * between a container's alias and the path begin with this alias. The greatest alias that does not sort after the path
 * therefore either matches, or limits how much of the path can still match.
 */
export async function resolveAlias(connection: Connection, path: string): Promise<string | null> {
  for (let candidate = path; candidate !== ''; ) {
    const row = await connection.row<ResolvedRow>(sql`
      SELECT a.path AS alias, n.path AS target, a.url FROM alias a LEFT JOIN node n ON n.seq = a.seq
      WHERE a.path <= ${candidate} ORDER BY a.path DESC LIMIT 1`)
    if (!row) return null
    candidate = sharedContainer(candidate, row.alias)
    if (candidate !== row.alias) continue
    if (row.target !== null) return append(row.target, path.slice(candidate.length))
    if (candidate === path) return row.url
    candidate = candidate.slice(0, candidate.lastIndexOf('/'))
  }
  return null
}

/**
 * Appends the remainder of an old path to the target of its alias. If the target is the site root, the remainder is
 * the entire path.
 */
const append = (target: string, remainder: string): string =>
  target === rootPath && remainder !== '' ? remainder : target + remainder

/**
 * Returns the longest path, among `path` and its containers, with which `other` begins. Returns an empty string for the
 * site root.
 */
function sharedContainer(path: string, other: string): string {
  let end = 0
  while (end < path.length && path[end] === other[end]) end++
  const isWhole = end === path.length || path[end] === '/'
  return path.slice(0, isWhole ? end : Math.max(0, path.lastIndexOf('/', end - 1)))
}
