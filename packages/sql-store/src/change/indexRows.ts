import type { Indexes } from '@plenum/core/ports'
import type { Connection } from '../connection.js'
import { repeatIndexes, type StorableValue, toStorable } from '../indexValues.js'
import { list, sql } from '../sql.js'

/** One value of one index. */
type IndexRow = { readonly name: string; readonly value: StorableValue }

/** The number of rows in one statement. */
const batch = 32

export function insertIndexes(connection: Connection, seq: number, indexes: Indexes): void {
  insertRows(connection, seq, [...rowsOf(indexes).values()])
  connection.run(repeatIndexes(seq))
}

/** Writes only values that differ, because most changes keep most index values. */
export function replaceIndexes(connection: Connection, seq: number, indexes: Indexes): void {
  const next = rowsOf(indexes)
  const known = connection.rows<IndexRow>(sql`SELECT name, value FROM node_index WHERE seq = ${seq}`)
  const outdated = known.filter(row => !next.delete(keyOf(row)))
  if (outdated.length + next.size === 0) return
  for (const { name, value } of outdated) {
    connection.run(sql`DELETE FROM node_index WHERE seq = ${seq} AND name = ${name} AND value = ${value}`)
  }
  insertRows(connection, seq, [...next.values()])
  connection.run(repeatIndexes(seq))
}

function rowsOf(indexes: Indexes): Map<string, IndexRow> {
  const rows = new Map<string, IndexRow>()
  for (const [name, given] of Object.entries(indexes)) {
    for (const value of typeof given === 'object' ? given : [given]) {
      const row = { name, value: toStorable(value) }
      rows.set(keyOf(row), row)
    }
  }
  return rows
}

function keyOf({ name, value }: IndexRow): string {
  return `${typeof value} ${name} ${value}`
}

function insertRows(connection: Connection, seq: number, rows: readonly IndexRow[]): void {
  for (let start = 0; start < rows.length; start += batch) {
    const part = rows.slice(start, start + batch).map(({ name, value }) => sql`(${seq}, ${name}, ${value})`)
    connection.run(sql`INSERT INTO node_index (seq, name, value) VALUES ${list(part)}`)
  }
}
