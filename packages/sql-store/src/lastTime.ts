import type { Instant } from '@plenum/core'
import type { Connection } from './connection.js'
import { type Sql, sql } from './sql.js'

/** Of the last record and the last version of a node, which `seq` is the number of; null without any. */
export function lastTime(connection: Connection, seq: Sql): Instant | null {
  const [row] = connection.rows<{ time: Instant | null }>(sql`
    SELECT max(time) AS time FROM (
      SELECT * FROM (SELECT doc ->> 'time' AS time FROM record WHERE seq = ${seq} ORDER BY id DESC LIMIT 1)
      UNION ALL
      SELECT * FROM (SELECT time FROM version WHERE seq = ${seq} ORDER BY number DESC LIMIT 1)
    )`)
  return row?.time ?? null
}

/** The number of the node with a UID. */
export function seqOf(uid: string): Sql {
  return sql`(SELECT seq FROM node WHERE uid = ${uid})`
}
