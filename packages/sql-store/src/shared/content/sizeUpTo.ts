import type { Connection } from '../connection.js'
import { sql } from '../sql.js'
import { atOrBelow } from './nodeRows.js'

/** The number of objects at a path and below it; counting stops at `limit`. */
export async function sizeUpTo(connection: Connection, path: string, limit: number): Promise<number> {
  const row = await connection.row<{ size: number }>(
    sql`SELECT count(*) AS size FROM (SELECT 1 FROM node n WHERE ${atOrBelow(path)} LIMIT ${limit}) AS own`,
  )
  return Number(row?.size ?? 0)
}
