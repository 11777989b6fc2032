import { createHash } from 'node:crypto'
import type { Turn } from '@plenum/core'
import type { SearchWords } from '@plenum/core/ports'
import type { Connection } from '../connection.js'
import { encodeWord } from '../search/compileText.js'
import { sql } from '../sql.js'

type Lists = readonly [title: readonly string[], description: readonly string[], everything: readonly string[]]

/** The number of words that are encoded between two checks of the turn. */
const stretch = 2000

export async function insertWords(connection: Connection, seq: number, words: SearchWords, turn: Turn): Promise<void> {
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

export async function replaceWords(connection: Connection, seq: number, words: SearchWords, turn: Turn): Promise<void> {
  connection.run(sql`DELETE FROM node_words WHERE rowid = ${seq}`)
  await insertWords(connection, seq, words, turn)
}

/** To compare new words with those in the text index, which cannot be read back from it. */
export function digestOfWords(words: SearchWords): string {
  return createHash('sha256')
    .update(JSON.stringify(wordLists(words)))
    .digest('base64url')
}

function wordLists({ titleWords, descriptionWords, words }: SearchWords): Lists {
  return [titleWords, descriptionWords, words]
}
