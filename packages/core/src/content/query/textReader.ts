import { DomainError } from '../../foundation/domainError.js'
import { message } from '../../foundation/messages.js'
import type { TextQuery } from '../store/textQuery.js'
import { wordPieces } from './words.js'

type Operator = 'and' | 'or' | 'not'

/**
 * Of all texts that one request looks for (docs/content-and-access.md, Text search, rule 3). The index looks at many
 * words for a beginning.
 */
const maxWords = 200
const wordsOfPrefix = 10
/** Of all texts as well; as many words need far less. */
const maxCharacters = 10_000

const phraseOrToken = /"([^"]*)"|[^\s"()]+/g
const operator = /^[^\p{L}\p{N}]*(and|or|not)(?!\*)[^\p{L}\p{N}]*$/u
const afterStar = /(?<=\*)(?![*\p{L}\p{N}\p{M}])/u
const endsInStar = /[\p{L}\p{N}\p{M}]\*+$/u

/** What is left of the words and characters that a request may look for. */
interface Room {
  words: number
  characters: number
}

/**
 * Reads the search texts of one request. Together they may have 200 words, a beginning counting as ten, and 10,000
 * characters; beyond that reading throws a DomainError (`bad-request`).
 */
export interface TextReader {
  /** What a text asks for; see parseWithin. */
  read(text: string): TextQuery | null
  /** What it asks for when each word outside of quotes may have any ending, and none of them is an operator. */
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
 * What a search text asks for; null when there is nothing to look for. Words beside each other are all wanted; `AND`,
 * `OR`, `NOT` in any case (NOT binds most, OR least), `"a phrase"`, `begin*`. Anything else separates words, an
 * operator that lacks something to work on counts as nothing, and no text is an error but one that is too long. Words
 * that signs join (`alpha-beta`) are all wanted, and none of them is an operator. Rule: docs/content-and-access.md,
 * Text search.
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
  // Japanese keyboards give wide blanks, brackets and stars, telephones give curly quotes.
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

/** The words of a text, as long as there is room for them: of a text that is too long no more are looked for. */
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
