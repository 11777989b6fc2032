import type { Turn } from '@plenum/core'
import type { CatalogEntry, CatalogUpdate, SearchWords } from '@plenum/core/ports'
import type { Connection } from '../connection.js'
import { sql } from '../sql.js'
import { accessIdOf } from './access.js'
import { insertIndexes, replaceIndexes } from './indexRows.js'
import { digestOfWords, insertWords, replaceWords } from './wordRows.js'

/** Writes the catalog entry of an object, without the holders, which are in the row of the node. */
export async function insertEntry(connection: Connection, seq: number, entry: CatalogEntry, turn: Turn): Promise<void> {
  connection.run(sql`
    INSERT INTO node_entry (seq, words_digest, columns)
    VALUES (${seq}, ${digestOfWords(entry)}, ${JSON.stringify(entry.columns)})`)
  insertIndexes(connection, seq, entry.indexes)
  await insertWords(connection, seq, entry, turn)
}

export async function replaceEntry(
  connection: Connection,
  seq: number,
  entry: CatalogUpdate,
  turn: Turn,
): Promise<void> {
  connection.run(sql`UPDATE node SET access_id = ${accessIdOf(connection, entry.holders)} WHERE seq = ${seq}`)
  connection.run(sql`UPDATE node_entry SET columns = ${JSON.stringify(entry.columns)} WHERE seq = ${seq}`)
  replaceIndexes(connection, seq, entry.indexes)
  if (entry.words) await changeWords(connection, seq, entry, turn)
}

async function changeWords(connection: Connection, seq: number, words: SearchWords, turn: Turn): Promise<void> {
  const digest = digestOfWords(words)
  const [known] = connection.rows<{ words_digest: string }>(sql`SELECT words_digest FROM node_entry WHERE seq = ${seq}`)
  if (known?.words_digest === digest) return
  connection.run(sql`UPDATE node_entry SET words_digest = ${digest} WHERE seq = ${seq}`)
  await replaceWords(connection, seq, words, turn)
}
