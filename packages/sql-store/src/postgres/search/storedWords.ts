import { toStorable } from '../../shared/indexValues.js'

/**
 * Joins words and surrounds each word with spaces, for example ` river bank `. Returns an empty string if there are no
 * words.
 */
export const textOf = (words: readonly string[]): string =>
  words.length === 0 ? '' : ` ${toStorable(words.join(' '))} `

/** The maximum number of characters of an indexed word. PostgreSQL limits an entry to 2,046 bytes. */
export const maxLexeme = 200

/** Removes duplicates and truncates long words. */
export const lexemesOf = (words: readonly string[]): readonly string[] => [...new Set(words.map(cutWord))]

/**
 * Truncates a word to the maximum length. Replaces a surrogate that truncation has separated from its pair, because the
 * database cannot store it.
 */
export const cutWord = (word: string): string => String(toStorable(word.slice(0, maxLexeme)))

/** The maximum number of bytes of all indexed words of an object. PostgreSQL allows 1 MB. */
const maxBytes = 900_000

/** Whether the words fit into the index. For most objects, this can be decided from the number of words alone. */
export function fitsIndex(lexemes: readonly string[]): boolean {
  if (lexemes.length * maxLexeme * 3 <= maxBytes) return true
  return lexemes.reduce((sum, lexeme) => sum + Buffer.byteLength(lexeme), 0) <= maxBytes
}
