import type { TimeSlice } from '@plenum/core'
import type { CatalogEntry, CatalogUpdate, SearchWords } from '@plenum/core/ports'
import type { Connection } from '../connection.js'
import { list, sql } from '../sql.js'
import { holdersText } from './access.js'
import { changeIndexes, indexesText, indexRows, insertIndexes } from './indexRows.js'
import { kindText } from './kindRows.js'
import type { NodeChanges } from './nodeChanges.js'
import type { StoredNode } from './storedNodes.js'
import { digestOfWords } from './wordRows.js'

export interface NewEntry {
  readonly seq: number
  readonly entry: CatalogEntry
}

/** Writes the catalog entries of objects, without the holders, which are columns of the nodes. */
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
    await connection.engine.words.insert({ seq, words: entry, slice })
  }
}

export interface Replacement {
  readonly entry: CatalogUpdate
  readonly changes: NodeChanges
  readonly slice: TimeSlice
}

/** Writes only the differences: below a relocated object, most entries change nothing but their holders. */
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
  await connection.engine.words.remove([seq])
  await connection.engine.words.insert({ seq, words, slice })
}
