import type { JsonObject, JsonValue } from './json.js'
import { hasText, keepTextOf, textOf } from './sharedText.js'
import { textUpTo } from './shortJson.js'
import { postponed, type Work } from './turns.js'

/** Characters that are serialized without a pause; this takes less than a millisecond. */
const inOneGo = 64 * 1024

/**
 * Replaces an object by its JSON text, which needs less memory: `writeJson` writes the text in its place. The result
 * still has `@id` but no other key, so it must not be given to `JSON.stringify`.
 */
export function asText(item: JsonObject): JsonObject {
  const fallbackCopy = { '@id': item['@id'] ?? null }
  keepTextOf(fallbackCopy, textOf(item) ?? JSON.stringify(item))
  return fallbackCopy
}

/** A value with all its members, also where it was replaced by its text (see `asText` and `withMembers`). */
export function wholeOf(value: JsonObject): JsonObject {
  const text = Object.isFrozen(value) || !hasText(value) ? undefined : textOf(value)
  return text === undefined ? value : (JSON.parse(text) as JsonObject)
}

/**
 * `{ ...value, ...more }`, with the JSON of both where that of `value` is kept and they are short. A value that nobody
 * shares gets the members itself.
 */
export function withMembers(value: JsonObject, more: JsonObject): JsonObject {
  if (!Object.isFrozen(value)) return Object.assign(value, more)
  const [text, others] = [textOf(value), textUpTo(more, inOneGo)]
  const isJoined = text !== undefined && others !== null && Object.keys(more).every(name => !(name in value))
  if (isJoined && others === '{}') return value
  const joined = { ...value, ...more }
  if (isJoined) keepTextOf(joined, `${text.slice(0, -1)},${others.slice(1)}`)
  return joined
}

/**
 * Keeps the JSON of a large value that many answers contain, so that it is made once. Nobody may change the value
 * afterwards.
 */
export function keepText<Value extends object>(value: Value): Value {
  const text = JSON.stringify(value)
  if (text.length >= inOneGo) keepTextOf(value, text)
  return value
}

/** Turns a piece of JSON into bytes, as `Buffer.from` does. All callers pass the same: what is encoded may be kept. */
export type Encode<T> = (text: string) => T

/**
 * The JSON that `JSON.stringify` would give, as a list of encoded pieces. A small value is serialized at once; a large
 * one piece by piece, in turns (docs/http-answers.md, Turns).
 */
export function writeJson<T>(value: JsonValue, work: Work, encode: Encode<T>): readonly T[] | Promise<readonly T[]> {
  const text = textUpTo(value, inOneGo)
  return text === null ? writeInTurns(value, work, encode) : [encode(text)]
}

const writtenOnce = new WeakMap<object, Promise<readonly unknown[]>>()

/**
 * As `writeJson`, and remembers the pieces for the object `body`, so that requests with the same body share them. They
 * must pass the same `encode`. When the client of the first request goes away too early, the next request serializes
 * the body.
 */
export async function writeJsonOnce<T>(body: JsonObject, work: Work, encode: Encode<T>): Promise<readonly T[]> {
  for (;;) {
    const known = writtenOnce.get(body) as Promise<readonly T[]> | undefined
    if (!known) return writeFirst(body, work, encode)
    try {
      return await known
    } catch {
      work.check()
    }
  }
}

async function writeFirst<T>(body: JsonObject, work: Work, encode: Encode<T>): Promise<readonly T[]> {
  const making = Promise.resolve(writeJson(body, work, encode))
  writtenOnce.set(body, making)
  try {
    return await making
  } catch (error) {
    writtenOnce.delete(body)
    throw error
  }
}

async function writeInTurns<T>(value: JsonValue, work: Work, encode: Encode<T>): Promise<readonly T[]> {
  const pieces: T[] = []
  let text = ''
  for (const piece of piecesOf(value)) {
    if (typeof piece === 'object') {
      pieces.push(encode(text), encodedOnce(piece.kept, encode))
      text = ''
    } else text += piece
    if (text.length >= inOneGo) {
      pieces.push(encode(text))
      text = ''
    }
    if (work.isOver()) await nextTurn(work)
  }
  pieces.push(encode(text))
  return pieces
}

const encodings = new WeakMap<object, unknown>()

/** The encoded text of a value whose text is kept: made once, as the text is. */
function encodedOnce<T>(value: object, encode: Encode<T>): T {
  const known = encodings.get(value) as T | undefined
  const made = known ?? encode(textOf(value) ?? '')
  if (known === undefined) encodings.set(value, made)
  return made
}

/** No snapshot is open at this point, so work without a place can wait here and need not start again. */
async function nextTurn(work: Work): Promise<void> {
  try {
    await work.next()
  } catch (error) {
    if (error !== postponed) throw error
    await work.takePlace()
  }
}

function isSmall(value: JsonValue): boolean {
  return sizeUpTo(value, inOneGo) < inOneGo
}

/** The approximate length of a value as JSON. Stops counting at `most`. */
function sizeUpTo(value: unknown, most: number): number {
  if (typeof value === 'string') return value.length + 3
  if (typeof value !== 'object' || value === null) return 8
  // Never small: `JSON.stringify` would write the copy and not its text.
  if (hasText(value)) return most
  let size = 2
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length && size < most; i++) size += sizeUpTo(value[i], most - size)
    return size
  }
  for (const name in value) {
    size += name.length + 4 + sizeUpTo((value as Record<string, unknown>)[name], most - size)
    if (size >= most) break
  }
  return size
}

type Members = Readonly<Record<string, JsonValue | undefined>>

/** A value whose large text is kept, or some JSON. */
type Piece = string | { readonly kept: object }

function* piecesOf(value: JsonValue): Generator<Piece> {
  const text = typeof value === 'object' && value !== null ? textOf(value) : undefined
  if (text !== undefined) yield text.length >= inOneGo ? { kept: value as object } : text
  else if (typeof value !== 'object' || value === null || isSmall(value)) yield JSON.stringify(value)
  else if (Array.isArray(value)) yield* piecesOfList(value)
  else yield* piecesOfObject(value as Members)
}

/** Serializes small elements in groups: one call of `JSON.stringify` for each would cost more than the whole list. */
function* piecesOfList(list: readonly JsonValue[]): Generator<Piece> {
  let begun = 0
  let size = 0
  yield '['
  for (const [i, element] of list.entries()) {
    const added = sizeUpTo(element, inOneGo)
    if (size + added >= inOneGo && begun < i) {
      yield `${inner(list.slice(begun, i))},`
      begun = i
      size = 0
    }
    if (added >= inOneGo) {
      yield* piecesOf(element)
      if (i < list.length - 1) yield ','
      begun = i + 1
    } else size += added
  }
  yield `${inner(list.slice(begun))}]`
}

const inner = (list: readonly JsonValue[]): string => JSON.stringify(list).slice(1, -1)

function* piecesOfObject(members: Members): Generator<Piece> {
  let separator = '{'
  for (const [name, member] of Object.entries(members)) {
    if (member === undefined) continue
    yield `${separator}${JSON.stringify(name)}:`
    yield* piecesOf(member)
    separator = ','
  }
  yield separator === '{' ? '{}' : '}'
}
