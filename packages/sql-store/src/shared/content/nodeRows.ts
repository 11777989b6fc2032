import type { ContentNode } from '@plenum/core/ports'
import { type Connection, type Sql, sql } from '../sql.js'

/**
 * A row of a node: columns for the properties that queries and changes need, and a JSON document for all other
 * properties.
 */
export interface NodeRow {
  readonly uid: string
  readonly path: string
  readonly type: string
  readonly revision: number
  readonly modified: number
  readonly doc: string
}

export type NodeDoc = Omit<ContentNode, Exclude<keyof NodeRow, 'doc'>>

/** Selects nodes. `where` is a condition on the table `n`, optionally followed by an ORDER BY clause. */
export async function selectNodes(connection: Connection, where: Sql, parseRow = nodeOf): Promise<ContentNode[]> {
  const rows = await connection.rows<NodeRow>(sql`
    SELECT n.uid, n.path, n.type, n.revision, n.modified, d.doc FROM node n JOIN node_doc d ON d.seq = n.seq
    WHERE ${where}`)
  return rows.map(row => parseRow(row))
}

export const nodeOf = (row: NodeRow): ContentNode => nodeWith(row, JSON.parse(row.doc) as NodeDoc)

/** Returns the node in a row. The parsed JSON is spread last, because spreading it first takes four times as long. */
export function nodeWith({ uid, path, type, revision, modified }: NodeRow, doc: NodeDoc): ContentNode {
  return { uid, path, type, revision, modified, ...doc }
}

export const docOf = ({ uid, path, type, revision, modified, ...doc }: ContentNode): string => JSON.stringify(doc)

/**
 * SQL for a node as JSON, from `n` and its row `d` in `node_doc`. The SQL requires that the document in `d` is not an
 * empty object.
 */
export const wholeDoc: Sql = sql`
  '{"uid":' || {json text}(n.uid) || ',"path":' || {json text}(n.path) || ',"type":' || {json text}(n.type) ||
  ',"revision":' || n.revision || ',"modified":' || n.modified || ',' || substr(d.doc, 2)`

/**
 * Returns the condition that `n` is at or below a path, as a range of the path index. For `/a`, the range extends
 * from `/a` to `/a0`, because `0` follows the slash in ASCII. Paths between `/a` and `/a/`, such as `/a-b`, are
 * excluded.
 */
export function atOrBelow(path: string): Sql {
  if (path === '/') return sql`true`
  return sql`(n.path >= ${path} AND n.path < ${`${path}0`} AND NOT (n.path > ${path} AND n.path < ${`${path}/`}))`
}

/** Counts the objects at or below a path, up to `limit`. */
export async function sizeUpTo(connection: Connection, path: string, limit: number): Promise<number> {
  const row = await connection.row<{ size: number }>(
    sql`SELECT count(*) AS size FROM (SELECT 1 FROM node n WHERE ${atOrBelow(path)} LIMIT ${limit}) AS own`,
  )
  return Number(row?.size ?? 0)
}

/** Returns the number of path segments, for example 2 for `/a/b` and 0 for `/`. */
export const depthOf = (path: string): number => (path === '/' ? 0 : path.split('/').length - 1)
