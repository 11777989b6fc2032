import type { Lock } from '@plenum/core/ports'
import { type Awaitable, among, type Connection, sql } from '../sql.js'
import type { ChangeStep } from './changeStep.js'

interface LockRow {
  readonly uid: string
  readonly seq: number
  readonly doc: string | null
}

function lockRows(connection: Connection, uids: readonly string[]): Awaitable<LockRow[]> {
  if (uids.length === 0) return []
  return connection.rows<LockRow>(
    sql`SELECT n.uid, n.seq, l.doc FROM node n LEFT JOIN lock l ON l.seq = n.seq WHERE n.uid IN ${among(uids)}`,
  )
}

const lockIn = ({ doc }: LockRow): Lock | null => (doc === null ? null : (JSON.parse(doc) as Lock))

export async function locksOf(connection: Connection, uids: readonly string[]): Promise<ReadonlyMap<string, Lock>> {
  const locks = new Map<string, Lock>()
  if (uids.length === 0) return locks
  for (const row of await lockRows(connection, uids)) {
    const lock = lockIn(row)
    if (lock) locks.set(row.uid, lock)
  }
  return locks
}

/** Returns a map from UIDs of objects to their locks, or null if more than `limit` locks exist. */
export async function fewLocks(connection: Connection, limit: number): Promise<ReadonlyMap<string, Lock> | null> {
  const rows = await connection.rows<{ uid: string; doc: string }>(
    sql`SELECT n.uid, l.doc FROM lock l JOIN node n ON n.seq = l.seq LIMIT ${limit + 1}`,
  )
  return rows.length > limit ? null : new Map(rows.map(({ uid, doc }) => [uid, JSON.parse(doc) as Lock]))
}

export const changeLocks: ChangeStep = async (connection, { locks = [] }, slice) => {
  for (const { uid, before, lock } of locks) {
    if (slice.isOver()) await slice.next()
    const [row] = await lockRows(connection, [uid])
    if (!row) return 'gone'
    if ((lockIn(row)?.token ?? null) !== before) return 'changed'
    await connection.run(sql`DELETE FROM lock WHERE seq = ${row.seq}`)
    if (lock) await connection.run(sql`INSERT INTO lock (seq, doc) VALUES (${row.seq}, ${JSON.stringify(lock)})`)
  }
  return null
}
