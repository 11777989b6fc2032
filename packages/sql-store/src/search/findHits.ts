import { type Sql, sql } from '../sql.js'
import type { SqliteConnection } from '../sqlite/connect.js'
import { compileSource } from './compileSource.js'
import { withoutDates } from './countedHits.js'
import { gatherAll, gatherBroad } from './gatherTexts.js'
import { type Hits, hitsIn, type Search } from './hitsIn.js'
import { hitsInStretches } from './hitsInStretches.js'
import { everything } from './look.js'
import { areMany, fewObjects } from './stretches.js'

/** Pages up to this end are collected from stretches. */
const maxEnd = 1000

/** Looks at all objects that one condition finds. Where these are many, it goes stretch by stretch, in turns. */
export async function findHits(search: Search): Promise<Hits> {
  const { connection, query, asked } = search
  const { start = 0, size, sort = [] } = query
  const look = await gatherBroad(connection, query, everything)
  const source = compileSource(asked, sort, look)
  const isShort = size === undefined || start + size > maxEnd || seenBy(asked) < fewObjects
  if (isShort || !source.found || !areMany(connection, source.found))
    return hitsIn(search, { rows: source.rows, look, start, size: size ?? -1 })
  const all = await gatherAll(connection, query, look)
  const again = compileSource(withoutDates(connection, asked), sort, all)
  return hitsInStretches(search, { source: again, found: again.found ?? source.found, look: all }, { start, size })
}

const seenBy = ({ kinds }: Search['asked']): number => kinds.reduce((sum, { seen }) => sum + seen, 0)

/** The number of hits, but at most `most`. */
export async function countHits({ connection, query, asked }: Search, most: number): Promise<number> {
  const look = await gatherBroad(connection, query, everything)
  return countRows(connection, compileSource(asked, [], look).rows(null), most)
}

function countRows(connection: SqliteConnection, rows: Sql, most: number): number {
  const [row] = connection.rows<{ total: number }>(sql`SELECT count(*) AS total FROM (SELECT 1 ${rows} LIMIT ${most})`)
  return row?.total ?? 0
}
