import { badRequest } from '../../foundation/messages.js'
import type { TextQuery } from '../store/catalog.js'
import { wordPieces } from './words.js'

type Operator = 'and' | 'or' | 'not'

/**
 * The maximum number of words in the search strings of a request (docs/content-and-access.md, Text search, rule 3). A
 * prefix is counted as ten words, because it can match many words.
 */
const maxWords = 200
const wordsOfPrefix = 10
/**
 * The maximum number of characters in the search strings of a request. 200 words usually contain far fewer characters.
 */
const maxCharacters = 10_000

const phraseOrToken = /"([^"]*)"|[^\s"()]+/g
const operator = /^[^\p{L}\p{N}]*(and|or|not)(?!\*)[^\p{L}\p{N}]*$/u
const afterStar = /(?<=\*)(?![*\p{L}\p{N}\p{M}])/u
const endsInStar = /[\p{L}\p{N}\p{M}]\*+$/u

interface Budget {
  words: number
  characters: number
}

/**
 * Parses the search strings of a request, which together may contain 200 words and 10,000 characters. A prefix is
 * counted as ten words. Both methods throw a DomainError `bad-request` if a limit is exceeded.
 */
export interface TextReader {
  /** Parses a search string (see `parseWithin`). Returns null if it contains no words. */
  read(text: string): TextQuery | null
  /**
   * Parses a search string in which each unquoted word is a prefix, and `AND`, `OR` and `NOT` are ordinary words.
   * Returns null if it contains no words.
   */
  readBeginnings(text: string): TextQuery | null
}

export function createTextReader(): TextReader {
  const budget: Budget = { words: maxWords, characters: maxCharacters }
  return {
    read: text => parseWithin(text, budget),
    readBeginnings: text => combine('and', [...beginningsOf(text, budget)]),
  }
}

/**
 * Parses a search string. Returns null if it contains no words. `alpha beta` requires both words. The case-insensitive
 * operators are `AND`, `OR` and `NOT`. NOT has the highest precedence and OR the lowest. `"a phrase"` and `begin*` are
 * supported. All other characters separate words. The parts of `alpha-beta` are both required, and are never operators.
 * Operators without an operand are ignored. The only possible error is a string that is too long
 * (docs/content-and-access.md, Text search).
 */
function parseWithin(text: string, budget: Budget): TextQuery | null {
  let required: TextQuery[] = []
  let negated = false
  const alternatives = [required]
  for (const token of tokensOf(text, budget)) {
    if (token === 'or') {
      required = []
      alternatives.push(required)
      negated = false
    } else if (token === 'not') negated = !negated
    else if (token !== 'and') {
      required.push(negated ? { kind: 'not', part: token } : token)
      negated = false
    }
  }
  return combine(
    'or',
    alternatives.map(parts => combine('and', parts)),
  )
}

function* tokensOf(text: string, budget: Budget): Generator<TextQuery | Operator> {
  spendCharacters(text, budget)
  // NFKC normalizes the full-width spaces and asterisks of Japanese keyboards. The curly quotes of phone keyboards are
  // replaced with straight quotes.
  const plain = text.normalize('NFKC').replace(/[“”„]/g, '"')
  for (const [token, quoted] of plain.matchAll(phraseOrToken)) {
    const query = quoted === undefined ? (operatorOf(token) ?? queryOfToken(token, budget)) : phrase(quoted, budget)
    if (query !== null) yield query
  }
}

function* beginningsOf(text: string, budget: Budget): Generator<TextQuery | null> {
  spendCharacters(text, budget)
  for (const [piece, quoted] of text.matchAll(/"([^"]*)"|[^"]+/g)) {
    if (quoted !== undefined) yield phrase(quoted, budget)
    else for (const word of readWords(piece, budget, wordsOfPrefix)) yield { kind: 'prefix', word }
  }
}

function spendCharacters(text: string, budget: Budget): void {
  budget.characters -= text.length
  if (budget.characters < 0) throw badRequest('query.characters', { limit: maxCharacters })
}

/** Returns the words in a string. Throws as soon as the budget is exceeded, without reading the rest of the string. */
function readWords(text: string, budget: Budget, each = 1): readonly string[] {
  const words: string[] = []
  for (const piece of wordPieces(text)) {
    spendWords(budget, piece.length * each)
    words.push(...piece)
  }
  return words
}

function spendWords(budget: Budget, words: number): void {
  budget.words -= words
  if (budget.words < 0) throw badRequest('query.words', { limit: maxWords, prefix: wordsOfPrefix })
}

function operatorOf(token: string): Operator | null {
  const name = operator.exec(token.toLowerCase())?.[1]
  return name === 'and' || name === 'or' || name === 'not' ? name : null
}

const queryOfToken = (token: string, budget: Budget): TextQuery | null =>
  combine(
    'and',
    token.split(afterStar).flatMap(piece => termsOf(piece, budget)),
  )

function termsOf(piece: string, budget: Budget): TextQuery[] {
  const words = readWords(piece, budget)
  const lastKind = endsInStar.test(piece) ? 'prefix' : 'word'
  if (words.length > 0 && lastKind === 'prefix') spendWords(budget, wordsOfPrefix - 1)
  return words.map((word, i) => ({ kind: i === words.length - 1 ? lastKind : 'word', word }))
}

function phrase(quoted: string, budget: Budget): TextQuery | null {
  const words = readWords(quoted, budget)
  const [word] = words
  if (word === undefined) return null
  return words.length === 1 ? { kind: 'word', word } : { kind: 'phrase', words }
}

function combine(kind: 'and' | 'or', parts: readonly (TextQuery | null)[]): TextQuery | null {
  const flat = parts.flatMap(part => {
    if (part === null) return []
    return 'parts' in part && part.kind === kind ? part.parts : [part]
  })
  return flat.length > 1 ? { kind, parts: flat } : (flat[0] ?? null)
}
