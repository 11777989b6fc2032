import { depthOf } from '../content/nodeRows.js'
import { type Connection, hasRow, type Sql, sql } from '../sql.js'

export const exists = (connection: Connection, path: string): Promise<boolean> =>
  hasRow(connection, sql`SELECT 1 FROM node WHERE path = ${path}`)

export const nextPosition = (container: string): Sql =>
  sql`(SELECT coalesce(max(position), -1) + 1 FROM node WHERE parent = ${container})`

export async function deleteAlias(connection: Connection, path: string): Promise<void> {
  await connection.run(sql`DELETE FROM alias WHERE path = ${path}`)
}

/**
 * Sorts items by the depth of their paths, deepest first, so that a rename does not change the paths of items that
 * follow.
 */
export const deepestFirst = <T>(items: readonly T[], pathOf: (item: T) => string): T[] =>
  items.toSorted((a, b) => depthOf(pathOf(b)) - depthOf(pathOf(a)))
