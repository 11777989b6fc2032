import { DomainError } from '../../foundation/domainError.js'
import { message } from '../../foundation/messages.js'
import type { TextQuery } from '../store/textQuery.js'
import { wordPieces } from './words.js'

type Operator = 'and' | 'or' | 'not'

/**
 * The limit for all texts of one request (docs/content-and-access.md, Text search, rule 3). A prefix counts as ten
 * words, because the index must examine many words for it.
 */
const maxWords = 200
const wordsOfPrefix = 10
/** The limit for all texts of one request. 200 words normally need far fewer. */
const maxCharacters = 10_000

const phraseOrToken = /"([^"]*)"|[^\s"()]+/g
const operator = /^[^\p{L}\p{N}]*(and|or|not)(?!\*)[^\p{L}\p{N}]*$/u
const afterStar = /(?<=\*)(?![*\p{L}\p{N}\p{M}])/u
const endsInStar = /[\p{L}\p{N}\p{M}]\*+$/u

/** The number of words and characters that a request may still search for. */
interface Room {
  words: number
  characters: number
}

/**
 * Reads the search texts of one request. Together they may have 200 words and 10,000 characters; a prefix counts as ten
 * words. Above that, both functions throw a DomainError `bad-request`.
 */
export interface TextReader {
  /** Parses a text (see `parseWithin`); null if it has no words. */
  read(text: string): TextQuery | null
  /** Like `read`, but each word outside of quotes is a prefix, and `AND`, `OR`, `NOT` are ordinary words. */
  readBeginnings(text: string): TextQuery | null
}

export function createTextReader(): TextReader {
  const room: Room = { words: maxWords, characters: maxCharacters }
  return {
    read: text => parseWithin(text, room),
    readBeginnings: text => combine('and', [...beginningsOf(text, room)]),
  }
}

/**
 * Parses a search text; null if it has no words. A hit has all words of `alpha beta`. Operators are `AND`, `OR` and
 * `NOT`, in upper or lower case (NOT binds strongest, OR weakest), `"a phrase"` and `begin*`. Other characters separate
 * words. `alpha-beta` means both words, and neither can be an operator. An operator without an operand is ignored: only
 * a text that is too long is an error (docs/content-and-access.md, Text search).
 */
function parseWithin(text: string, room: Room): TextQuery | null {
  let wanted: TextQuery[] = []
  let negated = false
  const alternatives = [wanted]
  for (const token of tokensOf(text, room)) {
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

function* tokensOf(text: string, room: Room): Generator<TextQuery | Operator> {
  takeCharacters(text, room)
  // NFKC, because Japanese keyboards produce full-width blanks and stars; and phones produce curly quotes.
  const plain = text.normalize('NFKC').replace(/[“”„]/g, '"')
  for (const [token, quoted] of plain.matchAll(phraseOrToken)) {
    const found = quoted === undefined ? (operatorOf(token) ?? queryOfToken(token, room)) : phrase(quoted, room)
    if (found !== null) yield found
  }
}

function* beginningsOf(text: string, room: Room): Generator<TextQuery | null> {
  takeCharacters(text, room)
  for (const [piece, quoted] of text.matchAll(/"([^"]*)"|[^"]+/g)) {
    if (quoted !== undefined) yield phrase(quoted, room)
    else for (const word of takeWords(piece, room, wordsOfPrefix)) yield { kind: 'prefix', word }
  }
}

function takeCharacters(text: string, room: Room): void {
  room.characters -= text.length
  if (room.characters < 0) throw new DomainError('bad-request', message('query.characters', { limit: maxCharacters }))
}

/** The words of a text. Throws as soon as they exceed `budget`, without reading the rest. */
function takeWords(text: string, room: Room, each = 1): readonly string[] {
  const words: string[] = []
  for (const piece of wordPieces(text)) {
    take(room, piece.length * each)
    words.push(...piece)
  }
  return words
}

function take(room: Room, words: number): void {
  room.words -= words
  if (room.words < 0)
    throw new DomainError('bad-request', message('query.words', { limit: maxWords, prefix: wordsOfPrefix }))
}

function operatorOf(token: string): Operator | null {
  const name = operator.exec(token.toLowerCase())?.[1]
  return name === 'and' || name === 'or' || name === 'not' ? name : null
}

function queryOfToken(token: string, room: Room): TextQuery | null {
  return combine(
    'and',
    token.split(afterStar).flatMap(piece => termsOf(piece, room)),
  )
}

function termsOf(piece: string, room: Room): TextQuery[] {
  const words = takeWords(piece, room)
  const lastKind = endsInStar.test(piece) ? 'prefix' : 'word'
  if (words.length > 0 && lastKind === 'prefix') take(room, wordsOfPrefix - 1)
  return words.map((word, i) => ({ kind: i === words.length - 1 ? lastKind : 'word', word }))
}

function phrase(quoted: string, room: Room): TextQuery | null {
  const words = takeWords(quoted, room)
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
