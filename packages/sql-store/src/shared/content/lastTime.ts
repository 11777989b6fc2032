import type { Instant } from '@plenum/core'
import { type Connection, type Sql, sql } from '../sql.js'

interface Times {
  readonly recorded: Instant | null
  readonly versioned: Instant | null
}

export const timesOf = (seq: Sql): Sql => sql`
    (SELECT {record time} FROM record r WHERE r.seq = ${seq} ORDER BY r.id DESC LIMIT 1) AS recorded,
    (SELECT v.time FROM version v WHERE v.seq = ${seq} ORDER BY v.number DESC LIMIT 1) AS versioned`

export async function lastTime(connection: Connection, uid: string): Promise<Instant | null> {
  const times = await connection.row<Times>(sql`SELECT ${timesOf(sql`n.seq`)} FROM node n WHERE n.uid = ${uid}`)
  return times ? laterOf(times) : null
}

export const laterOf = ({ recorded, versioned }: Times): Instant | null =>
  recorded === null || versioned === null ? (recorded ?? versioned) : Math.max(recorded, versioned)

export const seqOf = (uid: string): Sql => sql`(SELECT seq FROM node WHERE uid = ${uid})`
