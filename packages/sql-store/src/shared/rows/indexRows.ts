import type { Indexes } from '@plenum/core/ports'
import { type DuplicateColumn, duplicateColumns, duplicatedIndexes, type IndexRow, toStorable } from '../indexValues.js'
import { type Connection, list, sql } from '../sql.js'

/** Serializes index rows. */
export const indexesText = (rows: readonly IndexRow[]): string => JSON.stringify(rows)

/** The columns of `node` that duplicate index values, for the indexes in `names`. */
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

/** The rows are cached for each entry, since several tables are written from them. */
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

/** Index rows without duplicates, since the database stores each row once. */
export const byKey = (rows: readonly IndexRow[]): ReadonlyMap<string, IndexRow> =>
  new Map(rows.map(row => [keyOf(row), row]))

export const keyOf = ([name, value]: IndexRow): string => `${typeof value} ${name} ${value}`

/** The number of rows in one statement. */
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
