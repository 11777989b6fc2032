import type { JsonObject, JsonValue } from './json.js'
import type { Task } from './scheduler.js'
import { cacheTextOf, hasText, type Members, textOf, textUpTo } from './sharedText.js'
import { waitingSlice } from './waitingSlice.js'

/** The maximum number of characters in a piece of JSON. Serializing a piece takes less than a millisecond. */
const maxChunkLength = 64 * 1024

/**
 * To save memory, replaces `item` with an object that contains only `@id` and the cached JSON of `item`. Only
 * `writeJson` serializes all members of the result.
 */
export function asText<Item extends JsonObject>(item: Item): Item {
  const fallbackCopy: JsonObject = { '@id': item['@id'] ?? null }
  cacheTextOf(fallbackCopy, textOf(item) ?? JSON.stringify(item))
  return fallbackCopy as Item
}

/** Returns a value with all its members, even if `asText` or `withMembers` has replaced them with JSON. */
export function fullObject<Value extends JsonObject>(value: Value): Value {
  const text = Object.isFrozen(value) || !hasText(value) ? undefined : textOf(value)
  return text === undefined ? value : (JSON.parse(text) as Value)
}

/**
 * Returns `{ ...value, ...more }`. A value that is not frozen is extended in place. If the JSON of `value` is cached
 * and the JSON of `more` is short, the result contains only the combined JSON (see `asText` and `fullObject`), because
 * copying the members takes 10 microseconds in V8.
 */
export function withMembers<Value extends JsonObject, More extends JsonObject>(value: Value, more: More): Value & More {
  if (!Object.isFrozen(value)) return Object.assign(value, more)
  const [text, moreText] = [textOf(value), textUpTo(more, maxChunkLength)]
  const isMergeable = text !== undefined && moreText !== null && Object.keys(more).every(name => !(name in value))
  if (isMergeable && moreText === '{}') return value as Value & More
  if (!isMergeable) return { ...value, ...more }
  const merged: JsonObject = { '@id': value['@id'] ?? null }
  cacheTextOf(merged, `${text.slice(0, -1)},${moreText.slice(1)}`)
  return merged as Value & More
}

/** Caches the JSON of a large value that many responses contain. The value must not be changed afterwards. */
export function cacheLargeText<Value extends object>(value: Value): Value {
  const text = JSON.stringify(value)
  if (text.length >= maxChunkLength) cacheTextOf(value, text)
  return value
}

/** Encodes a string. All callers must pass the same function, because encoded pieces are cached. */
type Encode<T> = (text: string) => T

/**
 * Returns the JSON of a value as a list of encoded pieces. Small values are serialized immediately, and large values
 * piece by piece in time slices (docs/http-answers.md, Time slices).
 */
export function writeJson<T>(value: JsonValue, task: Task, encode: Encode<T>): readonly T[] | Promise<readonly T[]> {
  const text = textUpTo(value, maxChunkLength)
  return text === null ? writeInSlices(value, task, encode) : [encode(text)]
}

const writes = new WeakMap<object, Promise<readonly unknown[]>>()

/**
 * Writes JSON like `writeJson`, but caches the pieces, so that requests with the same `body` share them. All callers
 * must pass the same `encode`. If the client of the first request disconnects early, the next request serializes the
 * body.
 */
export async function writeJsonOnce<T>(body: JsonObject, task: Task, encode: Encode<T>): Promise<readonly T[]> {
  for (;;) {
    const running = writes.get(body) as Promise<readonly T[]> | undefined
    if (!running) return writeFirst(body, task, encode)
    try {
      return await running
    } catch {
      task.check()
    }
  }
}

async function writeFirst<T>(body: JsonObject, task: Task, encode: Encode<T>): Promise<readonly T[]> {
  const running = Promise.resolve(writeJson(body, task, encode))
  writes.set(body, running)
  try {
    return await running
  } catch (error) {
    writes.delete(body)
    throw error
  }
}

async function writeInSlices<T>(value: JsonValue, task: Task, encode: Encode<T>): Promise<readonly T[]> {
  const pieces: T[] = []
  const slice = waitingSlice(task)
  let text = ''
  for (const piece of piecesOf(value)) {
    if (typeof piece === 'object') {
      pieces.push(encode(text), encodeCached(piece.cached, encode))
      text = ''
    } else text += piece
    if (text.length >= maxChunkLength) {
      pieces.push(encode(text))
      text = ''
    }
    if (slice.isOver()) await slice.next()
  }
  pieces.push(encode(text))
  return pieces
}

const encodings = new WeakMap<object, unknown>()

function encodeCached<T>(value: object, encode: Encode<T>): T {
  const cached = encodings.get(value) as T | undefined
  const encoded = cached ?? encode(textOf(value) ?? '')
  if (cached === undefined) encodings.set(value, encoded)
  return encoded
}

/** Estimates the number of characters in the JSON of a value. Stops counting at `limit`. */
function sizeUpTo(value: unknown, limit: number): number {
  if (typeof value === 'string') return value.length + 3
  if (typeof value !== 'object' || value === null) return 8
  // The keys of an object with cached JSON do not indicate the length of the JSON, so the object is always treated as
  // large.
  if (hasText(value)) return limit
  let size = 2
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length && size < limit; i++) size += sizeUpTo(value[i], limit - size)
    return size
  }
  for (const name in value) {
    size += name.length + 4 + sizeUpTo((value as Record<string, unknown>)[name], limit - size)
    if (size >= limit) break
  }
  return size
}

type Piece = string | { readonly cached: object }

function* piecesOf(value: JsonValue): Generator<Piece> {
  const text = typeof value === 'object' && value !== null ? textOf(value) : undefined
  if (text !== undefined) yield text.length >= maxChunkLength ? { cached: value as object } : text
  else if (typeof value !== 'object' || value === null || sizeUpTo(value, maxChunkLength) < maxChunkLength)
    yield JSON.stringify(value)
  else if (Array.isArray(value)) yield* piecesOfList(value)
  else yield* piecesOfObject(value as Members)
}

/**
 * Yields the JSON of a list in pieces. Small elements are serialized in groups, which is faster than one call of
 * `JSON.stringify` per element.
 */
function* piecesOfList(list: readonly JsonValue[]): Generator<Piece> {
  let start = 0
  let size = 0
  yield '['
  for (const [i, element] of list.entries()) {
    const added = sizeUpTo(element, maxChunkLength)
    if (size + added >= maxChunkLength && start < i) {
      yield `${inner(list.slice(start, i))},`
      start = i
      size = 0
    }
    if (added >= maxChunkLength) {
      yield* piecesOf(element)
      if (i < list.length - 1) yield ','
      start = i + 1
    } else size += added
  }
  yield `${inner(list.slice(start))}]`
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
