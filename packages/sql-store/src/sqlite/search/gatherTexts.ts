import type { CatalogQuery, Condition, TextQuery } from '@plenum/core/ports'
import type { TextColumn } from '../../shared/search/conditions/compileCondition.js'
import { sql } from '../../shared/sql.js'
import type { SqliteConnection } from '../rows.js'
import type { SearchScope } from './conditions/chunks.js'
import { encodeWord, expressionOf } from './conditions/textMatch.js'
import type { Search } from './hitsIn.js'

/**
 * SQL that creates the temporary tables of a read connection for the text hits of one search. The tables are emptied
 * when the snapshot of the search ends. `word_use` lists the occurrences of words.
 */
export const textTables = `
  CREATE TEMP TABLE text_asked (id INTEGER PRIMARY KEY, expression TEXT NOT NULL);
  CREATE TEMP TABLE text_hit (id INTEGER NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (id, seq)) WITHOUT ROWID;
  CREATE VIRTUAL TABLE temp.word_use USING fts5vocab(main, node_words, instance)`

interface Text {
  readonly query: TextQuery
  readonly column: TextColumn
}

type IsGathered = (text: Text, connection: SqliteConnection) => boolean

/**
 * Selects all text conditions. For chunks of paths, all text hits must be gathered, because the text index cannot
 * search in path order.
 */
export const isAny: IsGathered = () => true

/**
 * Selects the text conditions that would be searched again for each chunk. Single words are excluded, because their
 * hits are found in the order of `seq`.
 */
export const isUnordered: IsGathered = ({ query, column }) => query.kind !== 'word' || column !== 'everything'

/**
 * Selects the conditions with prefixes that match many words, because the text index reads all of these words before it
 * returns the first hit. If the driver supports it, gathering runs in a thread.
 */
export const isBroad: IsGathered = ({ query }, connection) =>
  prefixesIn(query).some(start => isFrequent(connection, start))

/**
 * For each connection, the last search that gathers hits. The next search must wait for this search, because both use
 * the same temporary tables.
 */
const gathering = new WeakMap<SqliteConnection, Promise<unknown>>()

export async function gatherTexts(
  { connection, query }: Search,
  scope: SearchScope,
  isGathered: IsGathered,
): Promise<SearchScope> {
  const texts = textsOf(query).filter(text => isGathered(text, connection))
  const expressions = new Set(texts.map(({ query, column }) => expressionOf(query, column).expression))
  const missing = [...expressions].filter(expression => !scope.gathered.has(expression))
  if (missing.length === 0) return scope
  const running = gathering.get(connection)
  const own = Promise.allSettled([running]).then(() => gatherEach(connection, missing, scope))
  gathering.set(connection, own)
  return own
}

async function gatherEach(
  connection: SqliteConnection,
  missing: readonly string[],
  scope: SearchScope,
): Promise<SearchScope> {
  const gathered = new Map(scope.gathered)
  connection.exec('PRAGMA query_only = OFF')
  try {
    for (const expression of missing) gathered.set(expression, await gatherOne(connection, expression))
  } finally {
    connection.exec('PRAGMA query_only = ON')
  }
  return { ...scope, gathered }
}

/**
 * Gathers the hits of an FTS5 expression. Returns the id of the hits, or null if there are no hits. The expression is
 * stored in a table, because a statement in another thread cannot have parameters.
 */
async function gatherOne(connection: SqliteConnection, expression: string): Promise<number | null> {
  const insertion = sql`INSERT INTO temp.text_asked (expression) VALUES (${expression}) RETURNING id`
  const id = connection.rows<{ id: number }>(insertion)[0]?.id ?? 0
  await connection.execInThread(`
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

function prefixesIn(query: TextQuery): readonly string[] {
  if (query.kind === 'prefix') return [query.word]
  if (query.kind === 'not') return prefixesIn(query.part)
  return query.kind === 'and' || query.kind === 'or' ? query.parts.flatMap(prefixesIn) : []
}

/**
 * The number of word occurrences above which a prefix is frequent. Reading this number of occurrences takes about a
 * millisecond.
 */
const maxOccurrences = 10_000

function isFrequent(connection: SqliteConnection, prefix: string): boolean {
  const first = encodeWord(prefix)
  const [row] = connection.rows<{ places: number }>(sql`
    SELECT count(*) AS places FROM (
      SELECT 1 FROM temp.word_use WHERE term >= ${first} AND term < ${`${first}~`} LIMIT ${maxOccurrences})`)
  return (row?.places ?? 0) >= maxOccurrences
}
