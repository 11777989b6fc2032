import { createHash } from 'node:crypto'
import type { SearchWords } from '@plenum/core/ports'
import { among, type Rows, sql } from '../sql.js'

type Lists = readonly [title: readonly string[], description: readonly string[], everything: readonly string[]]

/**
 * Returns a digest of the words of an object, to detect changes to these words. The digest is stored, because the words
 * cannot be read from the text index.
 */
export const digestOfWords = (words: SearchWords): string =>
  createHash('sha256')
    .update(JSON.stringify(wordLists(words)))
    .digest('base64url')

export function wordLists({ titleWords, descriptionWords, words }: SearchWords): Lists {
  return [titleWords, descriptionWords, words]
}

export async function removeWords(connection: Rows, seqs: readonly number[]): Promise<void> {
  await connection.run(sql`DELETE FROM node_words WHERE {words seq} IN ${among(seqs)}`)
}

export async function inTextIndex(connection: Rows, seqs: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await connection.rows<{ seq: number }>(
    sql`SELECT {words seq} AS seq FROM node_words WHERE {words seq} IN ${among(seqs)}`,
  )
  return new Set(rows.map(({ seq }) => seq))
}
