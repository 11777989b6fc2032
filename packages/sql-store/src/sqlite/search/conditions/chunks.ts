import { allOf, type Sql, sql } from '../../../shared/sql.js'
import type { SqliteRows } from '../../rows.js'

/** A range of objects whose `seq` or path is at least `from` and less than `before`, or null for all objects. */
export type Chunk = { readonly from: Key; readonly before: Key } | null

type Key = number | string

/**
 * Returns the conditions that select a chunk, or no conditions if the chunk contains all objects. Numbers are cast to
 * integers, because drivers bind them as floating-point numbers, for which the text index would scan all rows.
 */
export function inChunk(key: Sql, chunk: Chunk): readonly Sql[] {
  if (chunk === null) return []
  const { from, before } = chunk
  if (typeof from === 'string') return [sql`${key} >= ${from} AND ${key} < ${before}`]
  return [sql`${key} >= CAST(${from} AS INTEGER) AND ${key} < CAST(${before} AS INTEGER)`]
}

/** The candidate rows `n` of a search, in the order of a key. */
export interface KeyedRows {
  readonly from: Sql
  readonly where: Sql
  /** The path if `paths` is set, and otherwise `seq`. */
  readonly key: Sql
  /** The range of all paths, or null if the key is `seq`. */
  readonly paths: NonNullable<Chunk> | null
}

/** The maximum number of objects that one statement checks. */
export const maxAtOnce = 1000
/** The maximum number of objects in a chunk. A chunk of this size is checked within a few milliseconds. */
const maxChunk = 8000

const allSeqs = { from: 0, before: Number.MAX_SAFE_INTEGER }

export const hasMany = (connection: SqliteRows, rows: KeyedRows, minimum: number): boolean =>
  keyAfter(connection, rows, { within: rows.paths ?? allSeqs, count: Math.max(0, minimum - 1), isBackward: false }) !==
  null

export interface ChunkOptions {
  readonly first: number
  /** Whether the search runs from the last object to the first. */
  readonly isBackward: boolean
}

export function* chunksOf(
  connection: SqliteRows,
  rows: KeyedRows,
  { first, isBackward }: ChunkOptions,
): Generator<NonNullable<Chunk>> {
  let within = rows.paths ?? allSeqs
  for (let size = first; ; size = Math.min(4 * size, maxChunk)) {
    const end = keyAfter(connection, rows, { within, count: isBackward ? size - 1 : size, isBackward })
    if (end === null) return yield within
    const [before, behind] = [
      { ...within, before: end },
      { ...within, from: end },
    ]
    yield isBackward ? behind : before
    within = isBackward ? before : behind
  }
}

interface Position {
  readonly within: NonNullable<Chunk>
  readonly count: number
  readonly isBackward: boolean
}

/** Returns the key of the row after the first `count` rows of a range, or null if there is no such row. */
function keyAfter(
  connection: SqliteRows,
  { from, where, key }: KeyedRows,
  { within, count, isBackward }: Position,
): Key | null {
  const row = connection.row<{ key: Key }>(sql`
    SELECT ${key} AS key FROM ${from} WHERE ${where} AND ${allOf(inChunk(key, within))}
    ORDER BY ${key} ${isBackward ? sql`DESC` : sql``} LIMIT 1 OFFSET ${count}`)
  return row?.key ?? null
}

export interface SearchScope {
  readonly chunk: Chunk
  /**
   * The ids in `temp.text_hit` under which hits have been gathered in advance, by FTS5 expression. An id is null if
   * the expression has no hits.
   */
  readonly gathered: ReadonlyMap<string, number | null>
}

export const everything: SearchScope = { chunk: null, gathered: new Map() }
