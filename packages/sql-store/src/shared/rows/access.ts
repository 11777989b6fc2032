import type { Connection } from '../connection.js'
import { rowsOf, type Sql, sql } from '../sql.js'

/** The stored form of a list of holders: equal sets of holders have equal strings. */
export const holdersText = (holders: readonly string[]): string => JSON.stringify([...new Set(holders)].sort())

/**
 * The id of a list of holders, which is a string returned by `holdersText`. Objects with the same holders share one
 * row; a row is added for a new list.
 */
export async function accessIdOf(connection: Connection, holders: string): Promise<number> {
  const existing = await connection.row<{ id: number }>(sql`SELECT id FROM access WHERE holders = ${holders}`)
  if (existing) return existing.id
  const id = await insertedId(connection, sql`INSERT INTO access (holders) VALUES (${holders}) RETURNING id`)
  const listed = rowsOf(JSON.parse(holders) as string[])
  await connection.run(
    sql`INSERT INTO access_holder (holder, access_id) SELECT value, CAST(${id} AS BIGINT) FROM ${listed}`,
  )
  return id
}

/** Runs an INSERT that returns the id of its row. */
export async function insertedId(connection: Connection, insertion: Sql): Promise<number> {
  const [row] = await connection.rows<{ id: number }>(insertion)
  if (!row) throw new Error('The database did not insert a row.')
  return row.id
}
