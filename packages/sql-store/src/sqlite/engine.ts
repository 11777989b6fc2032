import type { TimeSlice } from '@plenum/core'
import type { Engine, NewWords } from '../shared/engine.js'
import { wordLists } from '../shared/rows/wordRows.js'
import { sql } from '../shared/sql.js'
import { voteRowsOf } from './ballots/voteRows.js'
import { checksOf } from './checks.js'
import type { SqliteRows } from './rows.js'
import { encodeWord } from './search/conditions/textMatch.js'

export const engineOf = (rows: SqliteRows): Engine => ({
  indexValue: value => value,
  numberOf: stored => (typeof stored === 'number' ? stored : null),
  recordRow: (seq, record) => sql`(${seq}, ${JSON.stringify(record)})`,
  insertWords: words => insertWords(rows, words),
  votes: voteRowsOf(rows),
  checks: checksOf(rows),
})

/** The number of words encoded between two checks of the time slice. */
const wordsPerCheck = 2000

async function insertWords(rows: SqliteRows, { seq, words, slice }: NewWords): Promise<void> {
  const texts: string[] = []
  for (const list of wordLists(words)) texts.push(await encodeWords(list, slice))
  const [title = '', description = '', everything = ''] = texts
  if (!title && !description && !everything) return
  rows.run(sql`
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
