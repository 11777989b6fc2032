import { wordsOf } from './words.js'

/** What a text search asks for. Words are folded (see words.ts); `parts` has two or more, none of the same kind. */
export type TextQuery =
  | { readonly kind: 'word'; readonly word: string }
  | { readonly kind: 'prefix'; readonly word: string }
  | { readonly kind: 'phrase'; readonly words: readonly string[] }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly TextQuery[] }
  | { readonly kind: 'not'; readonly part: TextQuery }

type Operator = 'and' | 'or' | 'not'

const maxCharacters = 10_000
const maxTerms = 64

const phraseOrToken = /"([^"]*)"|[^\s"()]+/g
const operator = /^[^\p{L}\p{N}]*(and|or|not)(?!\*)[^\p{L}\p{N}]*$/u
const afterStar = /(?<=\*)(?![*\p{L}\p{N}\p{M}])/u
const endsInStar = /[\p{L}\p{N}\p{M}]\*+$/u

/**
 * What a search text asks for; null when there is nothing to look for. Words beside each other are all wanted; `AND`,
 * `OR`, `NOT` in any case (NOT binds most, OR least), `"a phrase"`, `begin*`. Anything else separates words, an
 * operator that lacks something to work on counts as nothing, and no text is an error. Words that signs join
 * (`alpha-beta`) are all wanted, and none of them is an operator. Only the first 64 words and the first 10 000 characters
 * are read. Rule: decisions, section 1, "Text search".
 */
export function parseTextQuery(text: string): TextQuery | null {
  let wanted: TextQuery[] = []
  let negated = false
  const alternatives = [wanted]
  for (const token of tokensOf(text.slice(0, maxCharacters))) {
    if (token === 'or') {
      wanted = []
      alternatives.push(wanted)
      negated = false
    } else if (token === 'not') negated = !negated
    else if (token !== 'and') {
      wanted.push(negated ? { kind: 'not', part: token } : token)
      negated = false
    }
  }
  return combine(
    'or',
    alternatives.map(parts => combine('and', parts)),
  )
}

/** Whether words (as wordsOf gives them) answer a query: what every engine has to agree with. */
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

function* tokensOf(text: string): Generator<TextQuery | Operator> {
  let room = maxTerms
  // Japanese keyboards give wide blanks, brackets and stars, telephones give curly quotes.
  const plain = text.normalize('NFKC').replace(/[“”„]/g, '"')
  for (const [token, quoted] of plain.matchAll(phraseOrToken)) {
    if (room === 0) return
    const found = quoted === undefined ? (operatorOf(token) ?? joined(token, room)) : phrase(quoted, room)
    if (found === null) continue
    if (typeof found !== 'string') room -= termCount(found)
    yield found
  }
}

function operatorOf(token: string): Operator | null {
  const name = operator.exec(token.toLowerCase())?.[1]
  return name === 'and' || name === 'or' || name === 'not' ? name : null
}

function joined(token: string, room: number): TextQuery | null {
  return combine('and', token.split(afterStar).flatMap(termsOf).slice(0, room))
}

function termsOf(piece: string): TextQuery[] {
  const words = wordsOf(piece)
  const lastKind = endsInStar.test(piece) ? 'prefix' : 'word'
  return words.map((word, i) => ({ kind: i === words.length - 1 ? lastKind : 'word', word }))
}

function phrase(quoted: string, room: number): TextQuery | null {
  const words = wordsOf(quoted).slice(0, room)
  const [word] = words
  if (word === undefined) return null
  return words.length === 1 ? { kind: 'word', word } : { kind: 'phrase', words }
}

function termCount(term: TextQuery): number {
  if ('words' in term) return term.words.length
  return 'parts' in term ? term.parts.length : 1
}

function combine(kind: 'and' | 'or', parts: readonly (TextQuery | null)[]): TextQuery | null {
  const flat = parts.flatMap(part => {
    if (part === null) return []
    return 'parts' in part && part.kind === kind ? part.parts : [part]
  })
  return flat.length > 1 ? { kind, parts: flat } : (flat[0] ?? null)
}
