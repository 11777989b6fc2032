import type { TimeSlice } from '@plenum/core'
import type { CatalogEntry, CatalogUpdate, SearchWords } from '@plenum/core/ports'
import type { IndexRow } from '../indexValues.js'
import { type Connection, list, type StorableValue, sql } from '../sql.js'
import type { NodeChanges } from './createNodeChanges.js'
import { byKey, duplicatesOf, holdersText, indexesText, indexRows, insertIndexes, kindText } from './indexRows.js'
import type { StoredNode } from './storedNodes.js'
import { digestOfWords, removeWords } from './wordRows.js'

export interface NewEntry {
  readonly seq: number
  readonly entry: CatalogEntry
}

/** Inserts catalog entries, except for the holders, which are stored in columns of the nodes. */
export async function insertEntries(
  connection: Connection,
  entries: readonly NewEntry[],
  slice: TimeSlice,
): Promise<void> {
  const prepared = entries.map(({ seq, entry }) => ({ seq, entry, indexes: indexRows(entry.indexes) }))
  const rows = prepared.map(
    ({ seq, entry, indexes }) =>
      sql`(${seq}, ${digestOfWords(entry)}, ${JSON.stringify(entry.columns)}, ${indexesText(indexes)})`,
  )
  await connection.run(sql`INSERT INTO node_entry (seq, words_digest, columns, indexes) VALUES ${list(rows)}`)
  await insertIndexes(connection, prepared)
  for (const { seq, entry } of entries) {
    if (slice.isOver()) await slice.next()
    await connection.engine.insertWords({ seq, words: entry, slice })
  }
}

export interface Replacement {
  readonly entry: CatalogUpdate
  readonly changes: NodeChanges
  readonly slice: TimeSlice
}

/**
 * Writes the differences between the stored entry and the new entry of an object. After a move, usually only the
 * holders of the objects in the moved subtree differ.
 */
export async function replaceEntry(
  connection: Connection,
  stored: StoredNode,
  replacement: Replacement,
): Promise<void> {
  const { entry, changes, slice } = replacement
  const { seq } = stored
  const holders = holdersText(entry.holders)
  if (holders !== stored.holders) changes.setHolders(seq, holders)
  const rows = indexRows(entry.indexes)
  const [columns, indexes] = [JSON.stringify(entry.columns), indexesText(rows)]
  if (columns !== stored.columns || indexes !== stored.indexes) await changes.setEntry(seq, columns, indexes)
  const kind = kindText(rows)
  if (kind !== stored.kind) changes.setKind(seq, kind)
  if (indexes !== stored.indexes) await changeIndexes(connection, stored, { rows, changes })
  if (entry.words) await changeWords(connection, seq, entry, slice)
}

async function changeWords(connection: Connection, seq: number, words: SearchWords, slice: TimeSlice): Promise<void> {
  const digest = digestOfWords(words)
  const current = await connection.row<{ words_digest: string }>(
    sql`SELECT words_digest FROM node_entry WHERE seq = ${seq}`,
  )
  if (current?.words_digest === digest) return
  await connection.run(sql`UPDATE node_entry SET words_digest = ${digest} WHERE seq = ${seq}`)
  await removeWords(connection, [seq])
  await connection.engine.insertWords({ seq, words, slice })
}

async function changeIndexes(
  connection: Connection,
  stored: StoredNode,
  { rows, changes }: { readonly rows: readonly IndexRow[]; readonly changes: NodeChanges },
): Promise<void> {
  const before = await storedRows(connection, stored)
  const [removed, added] = [rowsOnlyIn(before, rows), rowsOnlyIn(rows, before)]
  for (const row of removed) changes.removeRow(stored.seq, row)
  for (const row of added) changes.addRow(stored.seq, row)
  const names = [...new Set([...removed, ...added].map(([name]) => name))]
  changes.setDuplicates(stored.seq, duplicatesOf(rows, names))
}

/**
 * Returns the rows that `others` does not contain. Rows at the same position are compared first, because most of them
 * are equal.
 */
function rowsOnlyIn(rows: readonly IndexRow[], others: readonly IndexRow[]): readonly IndexRow[] {
  const differing = rows.filter(([name, value], i) => others[i]?.[0] !== name || others[i]?.[1] !== value)
  if (differing.length === 0) return differing
  const names = new Set(differing.map(([name]) => name))
  const otherKeys = byKey(others.filter(([name]) => names.has(name)))
  return [...byKey(differing)].filter(([key]) => !otherKeys.has(key)).map(([, row]) => row)
}

async function storedRows(connection: Connection, { seq, indexes }: StoredNode): Promise<readonly IndexRow[]> {
  if (indexes !== null) return JSON.parse(indexes) as IndexRow[]
  const rows = await connection.rows<{ readonly name: string; readonly value: StorableValue }>(
    sql`SELECT name, value FROM node_index WHERE seq = ${seq}`,
  )
  return rows.map(({ name, value }) => [name, value])
}
