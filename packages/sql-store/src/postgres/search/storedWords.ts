import { toStorable } from '../../shared/indexValues.js'

/**
 * Returns words as one string with a space before and after each word, for example ` river bank `. Returns an empty
 * string if the list is empty.
 */
export const textOf = (words: readonly string[]): string =>
  words.length === 0 ? '' : ` ${toStorable(words.join(' '))} `

/** The maximum length of an indexed word, in characters. PostgreSQL limits each word to 2,046 bytes. */
export const maxLexeme = 200

export const lexemesOf = (words: readonly string[]): readonly string[] => [...new Set(words.map(cutWord))]

/**
 * Truncates a word to the maximum length. If truncation splits a surrogate pair, the remaining half is replaced,
 * because the database cannot store it.
 */
export const cutWord = (word: string): string => String(toStorable(word.slice(0, maxLexeme)))

/** The maximum total size of the indexed words of an object, in bytes. PostgreSQL allows 1 MB. */
const maxBytes = 900_000

/**
 * Whether the words fit into the index. For most objects, the number of words is so small that their sizes need not be
 * added up.
 */
export function fitsIndex(lexemes: readonly string[]): boolean {
  if (lexemes.length * maxLexeme * 3 <= maxBytes) return true
  return lexemes.reduce((sum, lexeme) => sum + Buffer.byteLength(lexeme), 0) <= maxBytes
}
