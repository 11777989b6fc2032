import { toStorable } from '../../shared/indexValues.js'

/** Words as one text, each surrounded by blanks: ` river bank `; empty without words. */
export const textOf = (words: readonly string[]): string =>
  words.length === 0 ? '' : ` ${toStorable(words.join(' '))} `

/** Limit of a word in the index, in characters; an entry is limited to 2,046 bytes. */
export const maxLexeme = 200

/** The words for the index, without duplicates, long ones truncated. */
export const lexemesOf = (words: readonly string[]): readonly string[] => [...new Set(words.map(cutWord))]

/** The database cannot store half of a surrogate pair, so it is replaced. */
export const cutWord = (word: string): string => String(toStorable(word.slice(0, maxLexeme)))

/** Limit of all words of an object in the index, in bytes; PostgreSQL allows a megabyte. */
const maxBytes = 900_000

/** Whether the index has room for the words; for most objects their number alone shows it. */
export function fitsIndex(lexemes: readonly string[]): boolean {
  if (lexemes.length * maxLexeme * 3 <= maxBytes) return true
  return lexemes.reduce((sum, lexeme) => sum + Buffer.byteLength(lexeme), 0) <= maxBytes
}
