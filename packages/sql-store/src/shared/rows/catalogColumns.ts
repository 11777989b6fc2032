import type { CatalogEntry } from '@plenum/core/ports'
import type { IndexRow } from '../indexValues.js'
import { type Connection, rowsOf, type Sql, sql } from '../sql.js'
import { duplicatesOf, indexRows } from './indexRows.js'

interface Column {
  readonly name: Sql
  readonly value: Sql
}

/** Ids that the caller has already looked up. */
interface ExistingIds {
  readonly access: number | null
  readonly kind: number | null
}

/** The columns of a node for access checks, kinds and sorting. */
export async function catalogColumns(
  connection: Connection,
  { holders, indexes }: CatalogEntry,
  existing: ExistingIds = { access: null, kind: null },
): Promise<readonly Column[]> {
  const rows = indexRows(indexes)
  const access = existing.access ?? (await accessIdOf(connection, holdersText(holders)))
  const kind = existing.kind ?? (await kindIdOf(connection, kindText(rows)))
  const duplicates = duplicatesOf(rows).map(({ column, value }) => {
    return { name: column, value: sql`${connection.engine.indexValue(value)}` }
  })
  return [{ name: sql`access_id`, value: sql`${access}` }, { name: sql`kind_id`, value: sql`${kind}` }, ...duplicates]
}

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

/** The indexes whose values form the kind of an object. They have few distinct values, each on many objects. */
const kindIndexes: readonly string[] = ['portal_type', 'review_state']

export const isKindIndex = (index: string): boolean => kindIndexes.includes(index)

/** The stored form of a kind: equal kinds have equal strings. */
export function kindText(rows: readonly IndexRow[]): string {
  const own = rows.filter(([name]) => isKindIndex(name)).map(row => JSON.stringify(row))
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
