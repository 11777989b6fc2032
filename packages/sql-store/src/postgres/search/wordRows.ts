import type { NewWords, WordRows } from '../../shared/rows/wordRows.js'
import { wordLists } from '../../shared/rows/wordRows.js'
import { among, sql } from '../../shared/sql.js'
import type { Rows } from '../rows.js'
import { fitsIndex, lexemesOf, textOf } from './storedWords.js'

export const wordRowsOf = (rows: Rows): WordRows => ({
  insert: words => insertWords(rows, words),
  remove: async seqs => void (await rows.run(sql`DELETE FROM node_words WHERE seq IN ${among(seqs)}`)),
})

async function insertWords(rows: Rows, { seq, words, slice }: NewWords): Promise<void> {
  const lists = wordLists(words)
  if (lists.every(list => list.length === 0)) return
  if (slice.isOver()) await slice.next()
  const [title, description, everything] = lists.map(textOf)
  const lexemes = lists.map(lexemesOf)
  // Words that exceed the index are searched in the texts.
  const [t, d, e] = lexemes.every(fitsIndex) ? lexemes.map(list => JSON.stringify(list)) : [null, null, null]
  await rows.run(sql`
    INSERT INTO node_words (seq, title_text, description_text, everything_text, title, description, everything)
    VALUES (${seq}, ${title ?? ''}, ${description ?? ''}, ${everything ?? ''},
      own_lexemes(${t ?? null}), own_lexemes(${d ?? null}), own_lexemes(${e ?? null}))`)
}
