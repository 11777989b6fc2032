import type { TimeSlice } from '@plenum/core'
import { type NewWords, type WordRows, wordLists } from '../../shared/rows/wordRows.js'
import { among, sql } from '../../shared/sql.js'
import type { SqliteRows } from '../rows.js'
import { encodeWord } from './conditions/textMatch.js'

export const wordRowsOf = (connection: SqliteRows): WordRows => ({
  insert: words => insertWords(connection, words),
  remove: async seqs => void connection.run(sql`DELETE FROM node_words WHERE rowid IN ${among(seqs)}`),
})

/** The number of words encoded between two checks of the time slice. */
const wordsPerCheck = 2000

async function insertWords(connection: SqliteRows, { seq, words, slice }: NewWords): Promise<void> {
  const texts: string[] = []
  for (const list of wordLists(words)) texts.push(await encodeWords(list, slice))
  const [title = '', description = '', everything = ''] = texts
  if (!title && !description && !everything) return
  connection.run(sql`
    INSERT INTO node_words (rowid, title, description, everything)
    VALUES (${seq}, ${title}, ${description}, ${everything})`)
}

async function encodeWords(words: readonly string[], slice: TimeSlice): Promise<string> {
  let text = ''
  for (let start = 0; start < words.length; start += wordsPerCheck) {
    if (slice.isOver()) await slice.next()
    text += `${words
      .slice(start, start + wordsPerCheck)
      .map(encodeWord)
      .join(' ')} `
  }
  return text
}
