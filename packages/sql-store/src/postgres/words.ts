import type { Words } from '../shared/sql.js'

const jsonRows = (type: string): string =>
  `(SELECT j.value::${type} AS value FROM json_array_elements_text(?::json) AS j (value)) AS listed`

/** PostgreSQL's names for the words in braces. */
export const postgresWords: Words = {
  texts: jsonRows('text'),
  numbers: jsonRows('bigint'),
  greatest: 'greatest',
  joined: 'string_agg',
  instr: 'strpos',
  'json text': 'to_json',
  'random text': "replace(gen_random_uuid()::text, '-', '')",
  bytes: 'bytea',
  'record columns': 'seq, workflow, time, doc',
  'record time': 'r.time',
  'record workflow': 'r.workflow',
  'roles of u': '(SELECT unnest(u.roles) AS value)',
  tables: '(SELECT tablename AS name FROM pg_tables WHERE schemaname = ANY (current_schemas(false)))',
  'groups of u': '(SELECT unnest(u.groups) AS value)',
}
