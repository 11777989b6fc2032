import type { Connection } from '../connection.js'
import { sql } from '../sql.js'

/** The id of a list of holders. Objects with the same holders share one row; a new list gets a new row. */
export function accessIdOf(connection: Connection, given: readonly string[]): number {
  const holders = JSON.stringify([...new Set(given)].sort())
  const [known] = connection.rows<{ id: number }>(sql`SELECT id FROM access WHERE holders = ${holders}`)
  if (known) return known.id
  const [made] = connection.rows<{ id: number }>(sql`INSERT INTO access (holders) VALUES (${holders}) RETURNING id`)
  if (!made) throw new Error('The database did not insert a list of holders.')
  connection.run(sql`INSERT INTO access_holder (holder, access_id) SELECT value, ${made.id} FROM json_each(${holders})`)
  return made.id
}
