import { inWords, type Words } from '../../shared/sql.js'

export interface Statement {
  readonly text: string
  readonly name?: string
}

interface CachedStatement {
  readonly statement: Statement
  uses: number
}

/** The maximum number of cached statements (`maxCached`) and of prepared statements per connection (`maxNamed`). */
const maxCached = 2000
const maxNamed = 500

/**
 * Creates a function that converts SQL with question marks to a statement. Repeated SQL is prepared. The number of
 * prepared statements is limited, because connections never drop them.
 */
export function createStatements(): (text: string) => Statement {
  const cache = new Map<string, CachedStatement>()
  let named = 0
  return text => {
    const cached = cache.get(text)
    if (cached?.statement.name) return cached.statement
    const uses = (cached?.uses ?? 0) + 1
    const name = uses > 1 && named < maxNamed ? { name: `plenum_${named++}` } : {}
    const statement = { text: cached?.statement.text ?? numberParameters(inWords(text, postgresWords)), ...name }
    if (cache.size >= maxCached) evictOldest(cache)
    cache.set(text, { statement, uses })
    return statement
  }
}

/**
 * Evicts the oldest statement without a name. Named statements remain cached, because connections have prepared them.
 */
function evictOldest(cache: Map<string, CachedStatement>): void {
  for (const [text, { statement }] of cache) {
    if (statement.name) continue
    cache.delete(text)
    return
  }
}

/** Replaces question marks with numbered parameters: `a = ? AND b = ?` becomes `a = $1 AND b = $2`. */
function numberParameters(text: string): string {
  let index = 0
  return text.replaceAll('?', () => `$${++index}`)
}

const jsonRows = (type: string): string =>
  `(SELECT j.value::${type} AS value FROM json_array_elements_text(?::json) AS j (value)) AS listed`

/** The PostgreSQL names with which words in braces in SQL are replaced (see `sql`). */
const postgresWords: Words = {
  texts: jsonRows('text'),
  numbers: jsonRows('bigint'),
  greatest: 'greatest',
  joined: 'string_agg',
  instr: 'strpos',
  'words seq': 'seq',
  unindexed: '',
  'by publication': '',
  'by expiry': '',
  'holders of a': 'LATERAL (SELECT json_array_elements_text(a.holders::json) AS value)',
  'json text': 'to_json',
  'random text': "replace(gen_random_uuid()::text, '-', '')",
  bytes: 'bytea',
  clock: '(extract(epoch FROM clock_timestamp()) * 1000)::bigint',
  'record columns': 'seq, workflow, time, doc',
  'record time': 'r.time',
  'record workflow': 'r.workflow',
  'roles of u': '(SELECT unnest(u.roles) AS value)',
  tables: '(SELECT tablename AS name FROM pg_tables WHERE schemaname = ANY (current_schemas(false)))',
  'groups of u': '(SELECT unnest(u.groups) AS value)',
}
