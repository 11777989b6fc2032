import type { JsonObject, JsonValue } from './json.js'
import { hasText, keepTextOf, textOf } from './sharedText.js'
import { textUpTo } from './shortJson.js'
import { postponed, type Work } from './turns.js'

/** Characters that are serialized without a pause, in less than a millisecond. */
const inOneGo = 64 * 1024

/**
 * Replaces an object with its JSON, which needs less memory; `writeJson` writes this JSON. The result has no key except
 * `@id`, so do not pass it to `JSON.stringify`.
 */
export function asText<Item extends JsonObject>(item: Item): Item {
  const fallbackCopy: JsonObject = { '@id': item['@id'] ?? null }
  keepTextOf(fallbackCopy, textOf(item) ?? JSON.stringify(item))
  return fallbackCopy as Item
}

/** A value with all its members, even if it was replaced with its JSON (see `asText` and `withMembers`). */
export function wholeOf<Value extends JsonObject>(value: Value): Value {
  const text = Object.isFrozen(value) || !hasText(value) ? undefined : textOf(value)
  return text === undefined ? value : (JSON.parse(text) as Value)
}

/**
 * `{ ...value, ...more }`. If the JSON of `value` is cached and that of `more` is short, caches the combined JSON. A
 * value that is not shared (not frozen) is extended in place.
 */
export function withMembers<Value extends JsonObject, More extends JsonObject>(value: Value, more: More): Value & More {
  if (!Object.isFrozen(value)) return Object.assign(value, more)
  const [text, others] = [textOf(value), textUpTo(more, inOneGo)]
  const isJoined = text !== undefined && others !== null && Object.keys(more).every(name => !(name in value))
  if (isJoined && others === '{}') return value as Value & More
  const joined = { ...value, ...more }
  if (isJoined) keepTextOf(joined, `${text.slice(0, -1)},${others.slice(1)}`)
  return joined
}

/**
 * Caches the JSON of a large value that many answers contain, so that it is serialized once. Do not change the value
 * afterwards.
 */
export function keepText<Value extends object>(value: Value): Value {
  const text = JSON.stringify(value)
  if (text.length >= inOneGo) keepTextOf(value, text)
  return value
}

/** Encodes a piece of JSON, like `Buffer.from`. All callers must pass the same function, because results are cached. */
export type Encode<T> = (text: string) => T

/**
 * The JSON that `JSON.stringify` would return, as a list of encoded pieces. Small values are serialized immediately,
 * large ones piece by piece in time slices (docs/http-answers.md, Turns).
 */
export function writeJson<T>(value: JsonValue, work: Work, encode: Encode<T>): readonly T[] | Promise<readonly T[]> {
  const text = textUpTo(value, inOneGo)
  return text === null ? writeInTurns(value, work, encode) : [encode(text)]
}

const writtenOnce = new WeakMap<object, Promise<readonly unknown[]>>()

/**
 * Like `writeJson`, but caches the pieces for the object `body`, so that requests with the same body share them. They
 * must pass the same `encode`. If the client of the first request disconnects too early, the next request serializes
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

/** The encoded JSON of a value whose JSON is cached; itself cached. */
function encodedOnce<T>(value: object, encode: Encode<T>): T {
  const known = encodings.get(value) as T | undefined
  const made = known ?? encode(textOf(value) ?? '')
  if (known === undefined) encodings.set(value, made)
  return made
}

/** No snapshot is open at this point, so a task without a permit can wait here instead of starting again. */
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

/** The approximate length of a value as JSON. Stops counting at `limit`. */
function sizeUpTo(value: unknown, most: number): number {
  if (typeof value === 'string') return value.length + 3
  if (typeof value !== 'object' || value === null) return 8
  // Never small: `JSON.stringify` would write the stand-in object instead of its cached JSON.
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

/** A value whose large JSON is cached, or a piece of JSON. */
type Piece = string | { readonly kept: object }

function* piecesOf(value: JsonValue): Generator<Piece> {
  const text = typeof value === 'object' && value !== null ? textOf(value) : undefined
  if (text !== undefined) yield text.length >= inOneGo ? { kept: value as object } : text
  else if (typeof value !== 'object' || value === null || isSmall(value)) yield JSON.stringify(value)
  else if (Array.isArray(value)) yield* piecesOfList(value)
  else yield* piecesOfObject(value as Members)
}

/** Serializes small elements in groups: one call of `JSON.stringify` per element would be slower than one per list. */
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
