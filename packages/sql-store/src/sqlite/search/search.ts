import type { SearchHit } from '@plenum/core/ports'
import { entriesIn, type SearchReads } from '../../shared/search/catalogReader.js'
import { type Sql, sql } from '../../shared/sql.js'
import type { SqliteConnection, SqliteRows } from '../rows.js'
import { countHits, findHits } from './findHits.js'
import { sortedPage } from './sortedPage.js'

export const searchReads: SearchReads<SqliteConnection> = {
  indexedPage: ({ connection, query, plan }) => {
    const page = sortedPage(plan, query)
    return page && (async () => entries(connection, sql`(${page.rows}) h CROSS JOIN node n ON n.seq = h.seq`, page.by))
  },
  page: async search => {
    const { total, seqs } = await findHits(search)
    return { total, items: entriesAt(search.connection, seqs) }
  },
  hits: findHits,
  count: countHits,
  entries: async (connection, seqs) => entriesAt(connection, seqs),
}

function entriesAt(connection: SqliteRows, seqs: readonly number[]): SearchHit[] {
  if (seqs.length === 0) return []
  return entries(connection, sql`json_each(${JSON.stringify(seqs)}) h CROSS JOIN node n ON n.seq = h.value`, sql`h.key`)
}

/** The entries of the rows `n` of nodes, in an order. */
function entries(connection: SqliteRows, from: Sql, order: Sql): SearchHit[] {
  const [row] = connection.rows<{ texts: string | null }>(sql`
    SELECT group_concat(text) AS texts FROM (
      SELECT json_array(n.uid, n.path, n.type, n.position) || ',' || (
        SELECT e.columns FROM node_entry e WHERE e.seq = n.seq
      ) AS text FROM ${from} ORDER BY ${order})`)
  return entriesIn(row?.texts ?? null)
}
