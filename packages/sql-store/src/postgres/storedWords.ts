import { toStorable } from '../indexValues.js'

/** Words as one text in which each stands between blanks: ` river bank `; empty without words. */
export const textOf = (words: readonly string[]): string =>
  words.length === 0 ? '' : ` ${toStorable(words.join(' '))} `

/** Characters of a word that its index has; those of an entry are limited to 2,046 bytes. */
export const maxLexeme = 200

/** The words for the index, each once, long ones cut. */
export const lexemesOf = (words: readonly string[]): readonly string[] => [...new Set(words.map(cutWord))]

/** A character that is cut in two is none that the database keeps. */
export function cutWord(word: string): string {
  return String(toStorable(word.slice(0, maxLexeme)))
}

/** Bytes of all words of an object that its index takes; PostgreSQL takes a megabyte. */
const maxBytes = 900_000

/** Whether the index has room for words; for most objects their number alone tells. */
export function fitsIndex(lexemes: readonly string[]): boolean {
  if (lexemes.length * maxLexeme * 3 <= maxBytes) return true
  return lexemes.reduce((sum, lexeme) => sum + Buffer.byteLength(lexeme), 0) <= maxBytes
}
