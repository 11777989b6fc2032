import type { CatalogQuery, Condition, TextQuery } from '@plenum/core/ports'
import { sql } from '../sql.js'
import type { SqliteConnection } from '../sqlite/connect.js'
import { encodeWord, expressionOf, type TextColumn } from './compileText.js'
import type { Look } from './look.js'

/**
 * Temporary tables of a read connection. They hold the text hits of one search, and are emptied when its snapshot ends;
 * `word_use` lists the occurrences of words.
 */
export const textTables = `
  CREATE TEMP TABLE text_asked (id INTEGER PRIMARY KEY, expression TEXT NOT NULL);
  CREATE TEMP TABLE text_hit (id INTEGER NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (id, seq)) WITHOUT ROWID;
  CREATE VIRTUAL TABLE temp.word_use USING fts5vocab(main, node_words, instance)`

interface Text {
  readonly query: TextQuery
  readonly column: TextColumn
}

/**
 * Looks up in advance every text that would be searched again for each chunk: all except single words, whose hits are
 * found in order.
 */
export function gatherAll(connection: SqliteConnection, query: CatalogQuery, look: Look): Promise<Look> {
  const isGathered = (text: Text) => text.query.kind !== 'word' || text.column !== 'everything'
  return gather(connection, textsOf(query).filter(isGathered), look)
}

/** Looks up all texts in advance: for chunks of paths, which the text index cannot search in order. */
export const gatherEvery = (connection: SqliteConnection, query: CatalogQuery, look: Look): Promise<Look> =>
  gather(connection, textsOf(query), look)

/**
 * Looks up prefixes of many words: the text index reads all of these words before it returns the first hit. The driver
 * does that in a thread if it has one.
 */
export function gatherBroad(connection: SqliteConnection, query: CatalogQuery, look: Look): Promise<Look> {
  const isBroad = (text: Text) => beginningsIn(text.query).some(start => isFrequent(connection, start))
  return gather(connection, textsOf(query).filter(isBroad), look)
}

/** The last search of each connection that gathers texts: the next one waits for it. */
const gathering = new WeakMap<SqliteConnection, Promise<unknown>>()

async function gather(connection: SqliteConnection, texts: readonly Text[], look: Look): Promise<Look> {
  const expressions = new Set(texts.map(({ query, column }) => expressionOf(query, column).expression))
  const missing = [...expressions].filter(expression => !look.gathered.has(expression))
  if (missing.length === 0) return look
  const before = gathering.get(connection)
  const after = Promise.allSettled([before]).then(() => gatherEach(connection, missing, look))
  gathering.set(connection, after)
  return after
}

async function gatherEach(connection: SqliteConnection, missing: readonly string[], look: Look): Promise<Look> {
  const gathered = new Map(look.gathered)
  connection.exec('PRAGMA query_only = OFF')
  try {
    for (const expression of missing) gathered.set(expression, await gatherOne(connection, expression))
  } finally {
    connection.exec('PRAGMA query_only = ON')
  }
  return { ...look, gathered }
}

/** The id of the hits; null without any. A statement in another thread takes no parameters: it reads a table. */
async function gatherOne(connection: SqliteConnection, expression: string): Promise<number | null> {
  const asked = sql`INSERT INTO temp.text_asked (expression) VALUES (${expression}) RETURNING id`
  const id = connection.rows<{ id: number }>(asked)[0]?.id ?? 0
  await connection.execApart(`
    INSERT INTO temp.text_hit (id, seq) SELECT a.id, w.rowid FROM temp.text_asked a
    CROSS JOIN node_words w WHERE a.id = (SELECT max(id) FROM temp.text_asked) AND w.node_words MATCH a.expression`)
  const isAny = connection.row(sql`SELECT 1 FROM temp.text_hit WHERE id = ${id} LIMIT 1`) !== undefined
  return isAny ? id : null
}

function textsOf({ where, sort = [] }: CatalogQuery): readonly Text[] {
  const texts = where.flatMap(textsIn)
  const isByRelevance = sort.some(({ by }) => by === 'relevance')
  return isByRelevance ? [...texts, ...texts.map(({ query }) => ({ query, column: 'title' }) as const)] : texts
}

function textsIn(condition: Condition): readonly Text[] {
  if (condition.kind === 'text') return [{ query: condition.query, column: condition.in }]
  if (condition.kind === 'not') return textsIn(condition.condition)
  return condition.kind === 'either' ? condition.conditions.flatMap(textsIn) : []
}

function beginningsIn(query: TextQuery): readonly string[] {
  if (query.kind === 'prefix') return [query.word]
  if (query.kind === 'not') return beginningsIn(query.part)
  return query.kind === 'and' || query.kind === 'or' ? query.parts.flatMap(beginningsIn) : []
}

/** Occurrences of words that are read in about a millisecond. */
const fewPlaces = 10_000

function isFrequent(connection: SqliteConnection, beginning: string): boolean {
  const first = encodeWord(beginning)
  const [row] = connection.rows<{ places: number }>(sql`
    SELECT count(*) AS places FROM (
      SELECT 1 FROM temp.word_use WHERE term >= ${first} AND term < ${`${first}~`} LIMIT ${fewPlaces})`)
  return (row?.places ?? 0) >= fewPlaces
}
