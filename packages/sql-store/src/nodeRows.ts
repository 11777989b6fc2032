import type { ContentNode } from '@plenum/core/ports'
import type { Connection } from './connection.js'
import { type Sql, sql } from './sql.js'

/** A node as its rows have it: what queries and changes need for themselves, and the rest as JSON. */
interface NodeRow {
  readonly uid: string
  readonly path: string
  readonly type: string
  readonly revision: number
  readonly modified: number
  readonly doc: string
}

type NodeDoc = Omit<ContentNode, Exclude<keyof NodeRow, 'doc'>>

/** Nodes that meet a condition on `n`, which may go on with an ORDER BY. */
export function selectNodes(connection: Connection, where: Sql): ContentNode[] {
  const rows = connection.rows<NodeRow>(sql`
    SELECT n.uid, n.path, n.type, n.revision, n.modified, d.doc FROM node n JOIN node_doc d ON d.seq = n.seq
    WHERE ${where}`)
  return rows.map(nodeOf)
}

/** What is parsed comes last, because copying it first takes four times as long. */
function nodeOf({ uid, path, type, revision, modified, doc }: NodeRow): ContentNode {
  return { uid, path, type, revision, modified, ...(JSON.parse(doc) as NodeDoc) }
}

/** What the row of a node does not hold itself. */
export function docOf({ uid, path, type, revision, modified, ...rest }: ContentNode): string {
  return JSON.stringify(rest)
}

/**
 * Condition on `n`: at a path or below it, as one range of the index of paths. Between the two stand names that the
 * last one of the path begins (`/a-b` after `/a`); the character after the slash ends what is below.
 */
export function atOrBelow(path: string): Sql {
  if (path === '/') return sql`1`
  return sql`(n.path >= ${path} AND n.path < ${`${path}0`} AND NOT (n.path > ${path} AND n.path < ${`${path}/`}))`
}
