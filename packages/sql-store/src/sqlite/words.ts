import type { Words } from '../shared/sql.js'

/** SQLite's names for the words in braces. */
export const sqliteWords: Words = {
  texts: 'json_each(?)',
  numbers: 'json_each(?)',
  greatest: 'max',
  joined: 'group_concat',
  instr: 'instr',
  'json text': 'json_quote',
  'random text': 'lower(hex(randomblob(16)))',
  bytes: 'BLOB',
  'record columns': 'seq, doc',
  'record time': "r.doc ->> 'time'",
  'record workflow': "r.doc ->> 'workflow'",
  'roles of u': "json_each(u.doc, '$.roles')",
  tables: "(SELECT name FROM sqlite_master WHERE type = 'table')",
  'groups of u': "json_each(u.doc, '$.groups')",
}
