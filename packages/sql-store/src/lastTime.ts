import type { Instant } from '@plenum/core'
import type { Connection } from './connection.js'
import { type Sql, sql } from './sql.js'

/** The time of the last record or version of the node with a `seq`; null when it has none. */
export function lastTime(connection: Connection, seq: Sql): Instant | null {
  const [row] = connection.rows<{ time: Instant | null }>(sql`
    SELECT max(time) AS time FROM (
      SELECT * FROM (SELECT doc ->> 'time' AS time FROM record WHERE seq = ${seq} ORDER BY id DESC LIMIT 1)
      UNION ALL
      SELECT * FROM (SELECT time FROM version WHERE seq = ${seq} ORDER BY number DESC LIMIT 1)
    )`)
  return row?.time ?? null
}

/** SQL for the `seq` of the node with a UID. */
export function seqOf(uid: string): Sql {
  return sql`(SELECT seq FROM node WHERE uid = ${uid})`
}
