import type { Turn } from '@plenum/core'
import { type NewWords, type WordRows, wordLists } from '../change/wordRows.js'
import { encodeWord } from '../search/compileText.js'
import { among, sql } from '../sql.js'
import type { SqliteRows } from './connect.js'

export const wordRowsOf = (connection: SqliteRows): WordRows => ({
  insert: words => insertWords(connection, words),
  remove: async seqs => void connection.run(sql`DELETE FROM node_words WHERE rowid IN ${among(seqs)}`),
})

/** The number of words encoded between two checks of the time slice. */
const stretch = 2000

async function insertWords(connection: SqliteRows, { seq, words, turn }: NewWords): Promise<void> {
  const texts: string[] = []
  for (const list of wordLists(words)) texts.push(await encodeWords(list, turn))
  const [title = '', description = '', everything = ''] = texts
  if (!title && !description && !everything) return
  connection.run(sql`
    INSERT INTO node_words (rowid, title, description, everything)
    VALUES (${seq}, ${title}, ${description}, ${everything})`)
}

async function encodeWords(words: readonly string[], turn: Turn): Promise<string> {
  let text = ''
  for (let start = 0; start < words.length; start += stretch) {
    if (turn.isOver()) await turn.next()
    text += `${words
      .slice(start, start + stretch)
      .map(encodeWord)
      .join(' ')} `
  }
  return text
}
