import type { CatalogEntry, Indexes } from '@plenum/core/ports'
import { type DuplicateColumn, duplicateColumns, duplicatedIndexes, type IndexRow, toStorable } from '../indexValues.js'
import { type Connection, list, rowsOf, type Sql, sql } from '../sql.js'

export const indexesText = (rows: readonly IndexRow[]): string => JSON.stringify(rows)

export function duplicatesOf(
  rows: readonly IndexRow[],
  names: readonly string[] = duplicatedIndexes,
): readonly DuplicateColumn[] {
  const valuesOf = (name: string) => rows.filter(([of]) => of === name).map(([, value]) => value)
  return names.flatMap(name => duplicateColumns(name, valuesOf(name)))
}

export interface NewIndexes {
  readonly seq: number
  readonly indexes: readonly IndexRow[]
}

export async function insertIndexes(connection: Connection, added: readonly NewIndexes[]): Promise<void> {
  const rowsOf = ({ seq, indexes }: NewIndexes) => [...byKey(indexes).values()].map(row => [seq, ...row] as const)
  await insertRows(connection, added.flatMap(rowsOf))
}

const rowsByIndexes = new WeakMap<Indexes, readonly IndexRow[]>()

/**
 * Returns the index values of a catalog entry as rows. The rows are cached for each entry, because they are needed
 * for several tables.
 */
export function indexRows(indexes: Indexes): readonly IndexRow[] {
  const cached = rowsByIndexes.get(indexes)
  if (cached) return cached
  const rows: IndexRow[] = []
  for (const [name, input] of Object.entries(indexes)) {
    if (typeof input !== 'object') rows.push([name, toStorable(input)])
    else for (const value of input) rows.push([name, toStorable(value)])
  }
  rowsByIndexes.set(indexes, rows)
  return rows
}

/** Returns a map from unique keys to rows. Duplicate rows are omitted, because the database stores each row once. */
export const byKey = (rows: readonly IndexRow[]): ReadonlyMap<string, IndexRow> =>
  new Map(rows.map(row => [keyOf(row), row]))

export const keyOf = ([name, value]: IndexRow): string => `${typeof value} ${name} ${value}`

const batch = 32

export async function insertRows(
  connection: Connection,
  rows: readonly (readonly [seq: number, ...IndexRow])[],
): Promise<void> {
  const { indexValue } = connection.engine
  for (let start = 0; start < rows.length; start += batch) {
    const part = rows
      .slice(start, start + batch)
      .map(([seq, name, value]) => sql`(${seq}, ${name}, ${indexValue(value)})`)
    await connection.run(sql`INSERT INTO node_index (seq, name, value) VALUES ${list(part)}`)
  }
}

interface Column {
  readonly name: Sql
  readonly value: Sql
}

interface ExistingIds {
  readonly access: number | null
  readonly kind: number | null
}

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

export const holdersText = (holders: readonly string[]): string => JSON.stringify([...new Set(holders)].sort())

/**
 * Returns the id of a list of holders. `holders` must be a result of `holdersText`. Objects with the same holders share
 * one row. A row is added for a new list.
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

export async function insertedId(connection: Connection, insertion: Sql): Promise<number> {
  const [row] = await connection.rows<{ id: number }>(insertion)
  if (!row) throw new Error('The database did not insert a row.')
  return row.id
}

/**
 * The indexes whose values form the kind of an object. These indexes have few distinct values, and many objects share
 * each value.
 */
const kindIndexes: readonly string[] = ['portal_type', 'review_state']

export const isKindIndex = (index: string): boolean => kindIndexes.includes(index)

export function kindText(rows: readonly IndexRow[]): string {
  const own = rows.filter(([name]) => isKindIndex(name)).map(row => JSON.stringify(row))
  return `[${[...new Set(own)].sort().join(',')}]`
}

/**
 * Returns the id of a kind. `values` must be a result of `kindText`. Objects of the same kind share one row. A row is
 * added for a new kind.
 */
export async function kindIdOf(connection: Connection, values: string): Promise<number> {
  const existing = await connection.row<{ id: number }>(sql`SELECT id FROM kind WHERE value_list = ${values}`)
  if (existing) return existing.id
  return insertedId(connection, sql`INSERT INTO kind (value_list) VALUES (${values}) RETURNING id`)
}
