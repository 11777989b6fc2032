import { createHash } from 'node:crypto'
import type { SearchWords } from '@plenum/core'
import type { Connection } from '../connection.js'
import { encodeWord } from '../search/compileText.js'
import { sql } from '../sql.js'

export function insertWords(connection: Connection, seq: number, words: SearchWords): void {
  const [title, description, everything] = wordLists(words).map(list => list.map(encodeWord).join(' '))
  if (!title && !description && !everything) return
  connection.run(sql`
    INSERT INTO node_words (rowid, title, description, everything)
    VALUES (${seq}, ${title ?? ''}, ${description ?? ''}, ${everything ?? ''})`)
}

export function replaceWords(connection: Connection, seq: number, words: SearchWords): void {
  connection.run(sql`DELETE FROM node_words WHERE rowid = ${seq}`)
  insertWords(connection, seq, words)
}

/** Tells whether words are still those in the text index, which can not be asked for them. */
export function digestOfWords(words: SearchWords): string {
  return createHash('sha256')
    .update(JSON.stringify(wordLists(words)))
    .digest('base64url')
}

function wordLists({ titleWords, descriptionWords, words }: SearchWords): (readonly string[])[] {
  return [titleWords, descriptionWords, words]
}
