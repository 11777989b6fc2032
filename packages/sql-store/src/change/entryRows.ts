import type { Turn } from '@plenum/core'
import type { CatalogEntry, CatalogUpdate, SearchWords } from '@plenum/core/ports'
import type { Connection } from '../connection.js'
import { list, sql } from '../sql.js'
import { holdersText } from './access.js'
import { changeIndexes, indexesText, indexRows, insertIndexes } from './indexRows.js'
import { kindText } from './kindRows.js'
import type { KnownNode } from './knownNodes.js'
import type { NodeChanges } from './nodeChanges.js'
import { digestOfWords } from './wordRows.js'

export interface NewEntry {
  readonly seq: number
  readonly entry: CatalogEntry
}

/** Writes the catalog entries of objects, without the holders, which are columns of the nodes. */
export async function insertEntries(connection: Connection, entries: readonly NewEntry[], turn: Turn): Promise<void> {
  const made = entries.map(({ seq, entry }) => ({ seq, entry, indexes: indexRows(entry.indexes) }))
  const rows = made.map(
    ({ seq, entry, indexes }) =>
      sql`(${seq}, ${digestOfWords(entry)}, ${JSON.stringify(entry.columns)}, ${indexesText(indexes)})`,
  )
  await connection.run(sql`INSERT INTO node_entry (seq, words_digest, columns, indexes) VALUES ${list(rows)}`)
  await insertIndexes(connection, made)
  for (const { seq, entry } of entries) {
    if (turn.isOver()) await turn.next()
    await connection.engine.words.insert({ seq, words: entry, turn })
  }
}

export interface Replacement {
  readonly entry: CatalogUpdate
  readonly changes: NodeChanges
  readonly turn: Turn
}

/** Writes only the differences: below a relocated object, most entries change nothing but their holders. */
export async function replaceEntry(connection: Connection, known: KnownNode, replacement: Replacement): Promise<void> {
  const { entry, changes, turn } = replacement
  const { seq } = known
  const holders = holdersText(entry.holders)
  if (holders !== known.holders) changes.setHolders(seq, holders)
  const rows = indexRows(entry.indexes)
  const [columns, indexes] = [JSON.stringify(entry.columns), indexesText(rows)]
  if (columns !== known.columns || indexes !== known.indexes) await changes.setEntry(seq, columns, indexes)
  const kind = kindText(rows)
  if (kind !== known.kind) changes.setKind(seq, kind)
  if (indexes !== known.indexes) await changeIndexes(connection, known, { rows, changes })
  if (entry.words) await changeWords(connection, seq, entry, turn)
}

async function changeWords(connection: Connection, seq: number, words: SearchWords, turn: Turn): Promise<void> {
  const digest = digestOfWords(words)
  const known = await connection.row<{ words_digest: string }>(
    sql`SELECT words_digest FROM node_entry WHERE seq = ${seq}`,
  )
  if (known?.words_digest === digest) return
  await connection.run(sql`UPDATE node_entry SET words_digest = ${digest} WHERE seq = ${seq}`)
  await connection.engine.words.remove([seq])
  await connection.engine.words.insert({ seq, words, turn })
}
