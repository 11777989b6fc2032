import { toStorable } from '../../shared/indexValues.js'

/**
 * Joins words into one string in which each word is surrounded by spaces: ` river bank `. The string is empty if there
 * are no words.
 */
export const textOf = (words: readonly string[]): string =>
  words.length === 0 ? '' : ` ${toStorable(words.join(' '))} `

/** The maximum length, in characters, of a word in the index. PostgreSQL limits an entry to 2,046 bytes. */
export const maxLexeme = 200

/** The words for the index, without duplicates. Long words are truncated. */
export const lexemesOf = (words: readonly string[]): readonly string[] => [...new Set(words.map(cutWord))]

/** Truncates a word, and replaces half of a surrogate pair, which the database cannot store. */
export const cutWord = (word: string): string => String(toStorable(word.slice(0, maxLexeme)))

/** The maximum size, in bytes, of all indexed words of an object. PostgreSQL allows 1 MB. */
const maxBytes = 900_000

/** Whether the words fit into the index. For most objects, the number of words alone decides. */
export function fitsIndex(lexemes: readonly string[]): boolean {
  if (lexemes.length * maxLexeme * 3 <= maxBytes) return true
  return lexemes.reduce((sum, lexeme) => sum + Buffer.byteLength(lexeme), 0) <= maxBytes
}
