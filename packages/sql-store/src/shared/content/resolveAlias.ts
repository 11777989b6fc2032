import { rootPath } from '@plenum/core'
import type { Connection } from '../connection.js'
import { sql } from '../sql.js'

interface AliasRow {
  readonly alias: string
  /** The path of the alias's object; null for an alias that leads to another site. */
  readonly target: string | null
  readonly url: string | null
}

/**
 * Resolves an old path to the current path of its object; null without an alias. The alias of a renamed container
 * replaces the beginning of the path. In sorted order, a container's alias precedes the path, and all paths between
 * them begin with that alias too. The greatest alias up to the path is therefore either the right one, or it limits how
 * much of the path can still match.
 */
export async function resolveAlias(connection: Connection, path: string): Promise<string | null> {
  for (let candidate = path; candidate !== ''; ) {
    const row = await connection.row<AliasRow>(sql`
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

/** The remainder of a path behind an alias of the site root begins at the root. */
const append = (target: string, remainder: string): string =>
  target === rootPath && remainder !== '' ? remainder : target + remainder

/** The longest container of `path`, or `path` itself, that `other` begins with; empty for the site root. */
function sharedContainer(path: string, other: string): string {
  let end = 0
  while (end < path.length && path[end] === other[end]) end++
  const isWhole = end === path.length || path[end] === '/'
  return path.slice(0, isWhole ? end : Math.max(0, path.lastIndexOf('/', end - 1)))
}
