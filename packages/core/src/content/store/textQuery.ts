/** A parsed text search. Words are folded (see words.ts). `parts` has at least two, none of the same kind as itself. */
export type TextQuery =
  | { readonly kind: 'word'; readonly word: string }
  | { readonly kind: 'prefix'; readonly word: string }
  | { readonly kind: 'phrase'; readonly words: readonly string[] }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly TextQuery[] }
  | { readonly kind: 'not'; readonly part: TextQuery }

/** Whether a text with these words (see `wordsOf`) is a hit. Every store must agree with this function. */
export function matchesText(query: TextQuery, words: readonly string[]): boolean {
  switch (query.kind) {
    case 'word':
      return words.includes(query.word)
    case 'prefix':
      return words.some(word => word.startsWith(query.word))
    case 'phrase':
      return words.some((_, start) => query.words.every((word, i) => words[start + i] === word))
    case 'and':
      return query.parts.every(part => matchesText(part, words))
    case 'or':
      return query.parts.some(part => matchesText(part, words))
    case 'not':
      return !matchesText(query.part, words)
  }
}
