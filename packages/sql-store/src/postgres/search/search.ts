import type { Condition, SearchHit, SearchResult } from '@plenum/core/ports'
import { entriesIn, type Hits, type Search, type SearchReads } from '../../shared/search/catalogReader.js'
import { orderBy, sortColumns, sortTerms } from '../../shared/search/conditions/sortTerms.js'
import type { QueryPlan } from '../../shared/search/planQuery.js'
import { allOf, among, type Connection, rowsOf, type Sql, sql } from '../../shared/sql.js'
import { compileCondition, dialect } from './conditions/compileCondition.js'
import { createExclusionLists } from './exclusionLists.js'
import { hitsInOrder } from './hitsInOrder.js'
import { sortedPage, visibilityChecks } from './sortedPage.js'

/**
 * Creates the searches for PostgreSQL. The searches do not use time slices of this process, because the database
 * server does the work.
 */
export function searchReads(): SearchReads<Connection> {
  const exclusions = createExclusionLists()
  return {
    indexedPage: ({ connection, query, plan }) => {
      const page = sortedPage(plan, query)
      return page && (() => readEntries(connection, page))
    },
    page: async search => {
      const hits = search.plan.otherConditions.length > 0 ? await hitsInOrder(search, exclusions) : null
      return hits ? { total: hits.total, items: await entriesAt(search.connection, hits.seqs) } : searchRows(search)
    },
    hits: hitsOf,
    count,
    entries: entriesAt,
  }
}

function sourceOf(plan: QueryPlan): Sql {
  const ofKind = plan.share < 1 ? [sql`n.kind_id IN ${among(plan.kinds.map(({ id }) => id))}`] : []
  const conditions = distinct(plan.otherConditions).map(compileCondition)
  return sql`FROM node n WHERE ${allOf([...ofKind, ...visibilityChecks(plan), ...conditions])}`
}

const distinct = (conditions: readonly Condition[]): Condition[] => [
  ...new Map(conditions.map(condition => [JSON.stringify(condition), condition])).values(),
]

function selectionOf({ query, plan }: Search<Connection>): {
  readonly hits: Sql
  readonly first: Sql
  readonly by: Sql
} {
  const { start = 0, size } = query
  const terms = sortTerms(query, dialect)
  const limit = size === undefined ? sql`` : sql`LIMIT ${size}`
  const by = orderBy(terms)
  return {
    hits: sql`hits AS MATERIALIZED (SELECT ${sortColumns(terms)} ${sourceOf(plan)})`,
    first: sql`FROM hits ORDER BY ${by} ${limit} OFFSET ${start}`,
    by,
  }
}

async function searchRows(search: Search<Connection>): Promise<SearchResult> {
  const { hits, first, by } = selectionOf(search)
  const row = await search.connection.row<{ readonly total: number; readonly texts: string | null }>(sql`
    WITH ${hits},
    page AS (SELECT seq, row_number() OVER (ORDER BY ${by}) AS place FROM (SELECT * ${first}) AS first)
    SELECT (SELECT count(*) FROM hits) AS total, ${entryTexts} AS texts`)
  return { total: row?.total ?? 0, items: entriesIn(row?.texts ?? null) }
}

async function hitsOf(search: Search<Connection>): Promise<Hits> {
  const { hits, first } = selectionOf(search)
  const row = await search.connection.row<{ total: number; seqs: string }>(sql`
    WITH ${hits}
    SELECT (SELECT count(*) FROM hits) AS total, array_to_json(ARRAY (SELECT seq ${first}))::text AS seqs`)
  return { total: row?.total ?? 0, seqs: JSON.parse(row?.seqs ?? '[]') as number[] }
}

async function count({ connection, plan }: Search<Connection>, limit: number): Promise<number> {
  const row = await connection.row<{ total: number }>(
    sql`SELECT count(*) AS total FROM (SELECT 1 ${sourceOf(plan)} LIMIT ${limit}) AS hits`,
  )
  return row?.total ?? 0
}

async function entriesAt(connection: Connection, seqs: readonly number[]): Promise<readonly SearchHit[]> {
  if (seqs.length === 0) return []
  return readEntries(connection, sql`SELECT value AS seq, row_number() OVER () AS place FROM ${rowsOf(seqs)}`)
}

async function readEntries(connection: Connection, page: Sql): Promise<readonly SearchHit[]> {
  const row = await connection.row<{ texts: string | null }>(sql`WITH page AS (${page}) SELECT ${entryTexts} AS texts`)
  return entriesIn(row?.texts ?? null)
}

const entryTexts: Sql = sql`(
  SELECT string_agg(json_build_array(n.uid, n.path, n.type, n.position)::text || ',' || e.columns, ',' ORDER BY page.place)
  FROM page JOIN node n ON n.seq = page.seq JOIN node_entry e ON e.seq = page.seq)`
