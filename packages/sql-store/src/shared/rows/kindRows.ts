import type { Connection } from '../connection.js'
import type { IndexRow } from '../indexValues.js'
import { sql } from '../sql.js'
import { insertedId } from './access.js'

/** The indexes whose values form the kind of an object. They have few distinct values, each on many objects. */
const kindIndexes: readonly string[] = ['portal_type', 'review_state']

export const isOfKinds = (index: string): boolean => kindIndexes.includes(index)

/** The stored form of a kind: equal kinds have equal strings. */
export function kindText(rows: readonly IndexRow[]): string {
  const own = rows.filter(([name]) => isOfKinds(name)).map(row => JSON.stringify(row))
  return `[${[...new Set(own)].sort().join(',')}]`
}

/**
 * The id of a kind, which is a string returned by `kindText`. Objects with the same values share one row; a row is
 * added for new values.
 */
export async function kindIdOf(connection: Connection, values: string): Promise<number> {
  const existing = await connection.row<{ id: number }>(sql`SELECT id FROM kind WHERE value_list = ${values}`)
  if (existing) return existing.id
  return insertedId(connection, sql`INSERT INTO kind (value_list) VALUES (${values}) RETURNING id`)
}
