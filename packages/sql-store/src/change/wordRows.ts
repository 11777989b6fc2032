import { createHash } from 'node:crypto'
import type { CatalogEntry } from '@plenum/core'
import type { Connection } from '../connection.js'
import { encodeWord } from '../search/compileText.js'
import { sql } from '../sql.js'

export function insertWords(connection: Connection, seq: number, entry: CatalogEntry): void {
  const [title, description, everything] = wordLists(entry).map(words => words.map(encodeWord).join(' '))
  if (!title && !description && !everything) return
  connection.run(sql`
    INSERT INTO node_words (rowid, title, description, everything)
    VALUES (${seq}, ${title ?? ''}, ${description ?? ''}, ${everything ?? ''})`)
}

export function replaceWords(connection: Connection, seq: number, entry: CatalogEntry): void {
  connection.run(sql`DELETE FROM node_words WHERE rowid = ${seq}`)
  insertWords(connection, seq, entry)
}

/** Tells whether words are still those in the text index, which can not be asked for them. */
export function digestOfWords(entry: CatalogEntry): string {
  return createHash('sha256')
    .update(JSON.stringify(wordLists(entry)))
    .digest('base64url')
}

function wordLists({ titleWords, descriptionWords, words }: CatalogEntry): (readonly string[])[] {
  return [titleWords, descriptionWords, words]
}
