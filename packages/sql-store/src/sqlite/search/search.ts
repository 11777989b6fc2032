import type { CatalogQuery, Condition, SearchHit } from '@plenum/core/ports'
import { entriesIn, type SearchReads } from '../../shared/search/catalogReader.js'
import { type Sql, sql } from '../../shared/sql.js'
import type { SqliteConnection, SqliteRows } from '../rows.js'
import { compileSource } from './compileSource.js'
import { everything } from './conditions/chunks.js'
import { countHits, findHits } from './findHits.js'
import { sortedPage } from './sortedPage.js'

export const searchReads: SearchReads<SqliteConnection> = {
  indexedPage: ({ connection, query, plan }) => {
    const page = sortedPage(plan, query)
    return (
      page && (async () => entries(connection, sql`FROM (${page.rows}) h CROSS JOIN node n ON n.seq = h.seq`, page.by))
    )
  },
  page: async search => {
    const { connection, query, plan } = search
    if (findsFew(query)) {
      const items = entries(connection, compileSource(plan, everything).rows(null), sql`n.seq`)
      return { total: items.length, items }
    }
    const { total, seqs } = await findHits(search)
    return { total, items: entriesAt(connection, seqs) }
  },
  hits: findHits,
  count: countHits,
  entries: async (connection, seqs) => entriesAt(connection, seqs),
}

const findsFew = ({ where, sort = [], start = 0, size }: CatalogQuery): boolean =>
  size === undefined && start === 0 && sort.length === 0 && where.some(namesFew)

const namesFew = (condition: Condition): boolean =>
  (condition.kind === 'any' && condition.index === 'UID' && condition.values.length <= 100) ||
  (condition.kind === 'at' && condition.paths.length <= 100)

function entriesAt(connection: SqliteRows, seqs: readonly number[]): readonly SearchHit[] {
  if (seqs.length === 0) return []
  const rows = sql`FROM json_each(${JSON.stringify(seqs)}) h CROSS JOIN node n ON n.seq = h.value`
  return entries(connection, rows, sql`h.key`)
}

function entries(connection: SqliteRows, rows: Sql, order: Sql): readonly SearchHit[] {
  const row = connection.row<{ texts: string | null }>(sql`
    SELECT group_concat(text) AS texts FROM (
      SELECT json_array(n.uid, n.path, n.type, n.position) || ',' || (
        SELECT e.columns FROM node_entry e WHERE e.seq = n.seq
      ) AS text ${rows} ORDER BY ${order})`)
  return entriesIn(row?.texts ?? null)
}
