import type { Indexes } from '@plenum/core/ports'
import type { Connection } from '../connection.js'
import {
  type DuplicateColumn,
  duplicateColumns,
  duplicatedIndexes,
  type StorableValue,
  toStorable,
} from '../indexValues.js'
import { list, sql } from '../sql.js'
import type { IndexRow } from './indexRow.js'
import type { NodeChanges } from './nodeChanges.js'

/** Serializes index rows. */
export function indexesText(rows: readonly IndexRow[]): string {
  return JSON.stringify(rows)
}

/** The columns of `node` that duplicate index values, for the indexes in `names`. */
export function duplicatesOf(
  rows: readonly IndexRow[],
  names: readonly string[] = duplicatedIndexes,
): readonly DuplicateColumn[] {
  return names.flatMap(name =>
    duplicateColumns(
      name,
      rows.filter(([of]) => of === name).map(([, value]) => value),
    ),
  )
}

export interface NewIndexes {
  readonly seq: number
  readonly indexes: readonly IndexRow[]
}

export async function insertIndexes(connection: Connection, added: readonly NewIndexes[]): Promise<void> {
  await insertRows(
    connection,
    added.flatMap(({ seq, indexes }) => [...byKey(indexes).values()].map(row => [seq, ...row] as const)),
  )
}

export interface StoredIndexes {
  readonly seq: number
  /** The stored text of `indexesText`; null if the rows must be read. */
  readonly indexes: string | null
}

/** Changes only values that differ, because most changes leave most index values alone. */
export async function changeIndexes(
  connection: Connection,
  stored: StoredIndexes,
  { rows, changes }: { readonly rows: readonly IndexRow[]; readonly changes: NodeChanges },
): Promise<void> {
  const before = await storedRows(connection, stored)
  const [removed, added] = [rowsOnlyIn(before, rows), rowsOnlyIn(rows, before)]
  for (const row of removed) changes.removeRow(stored.seq, row)
  for (const row of added) changes.addRow(stored.seq, row)
  const names = [...new Set([...removed, ...added].map(([name]) => name))]
  changes.setDuplicates(stored.seq, duplicatesOf(rows, names))
}

/** The rows missing in `others`, each once. Most rows are equal at the same position. */
function rowsOnlyIn(rows: readonly IndexRow[], others: readonly IndexRow[]): readonly IndexRow[] {
  const differing = rows.filter(([name, value], i) => others[i]?.[0] !== name || others[i]?.[1] !== value)
  if (differing.length === 0) return differing
  const names = new Set(differing.map(([name]) => name))
  const otherKeys = byKey(others.filter(([name]) => names.has(name)))
  return [...byKey(differing)].filter(([key]) => !otherKeys.has(key)).map(([, row]) => row)
}

async function storedRows(connection: Connection, { seq, indexes }: StoredIndexes): Promise<readonly IndexRow[]> {
  if (indexes !== null) return JSON.parse(indexes) as IndexRow[]
  const rows = await connection.rows<{ readonly name: string; readonly value: StorableValue }>(
    sql`SELECT name, value FROM node_index WHERE seq = ${seq}`,
  )
  return rows.map(({ name, value }) => [name, value])
}

const rowsByIndexes = new WeakMap<Indexes, readonly IndexRow[]>()

/** Cached for each entry, since several tables are written from its rows. */
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

/** The database stores each row once. */
function byKey(rows: readonly IndexRow[]): ReadonlyMap<string, IndexRow> {
  return new Map(rows.map(row => [keyOf(row), row]))
}

export function keyOf([name, value]: IndexRow): string {
  return `${typeof value} ${name} ${value}`
}

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
