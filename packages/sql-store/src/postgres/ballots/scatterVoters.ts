import type { Connection } from '../../shared/connection.js'
import { sql } from '../../shared/sql.js'

/** A poll with votes cast since its voter rows were last rewritten. */
export interface UnsettledPoll {
  readonly seq: number
  readonly voters: number
}

/** Polls whose voter rows reveal in what order, or with which counts, they were written. */
export async function unsettledPolls(connection: Pick<Connection, 'rows'>): Promise<UnsettledPoll[]> {
  return await connection.rows<UnsettledPoll>(sql`SELECT seq, voters FROM tally WHERE settled <> casts ORDER BY seq`)
}

/** Voters in one transaction, so that votes do not wait long. */
const votersAtOnce = 10_000

interface ScatterResult {
  /** The number of casts of the poll. */
  readonly casts: number
  /** The last rewritten key; null if no more follow. */
  readonly last: string | null
}

/**
 * Rewrites some voters of a poll in sorted order, beginning after a key: `xmin` and `ctid` then only depend on their
 * keys. Null if the poll was deleted, or settled by another process.
 */
export async function scatterVoters(connection: Connection, seq: number, after: string): Promise<ScatterResult | null> {
  const [poll] = await connection.rows<{ casts: number }>(
    sql`SELECT casts FROM tally WHERE seq = ${seq} AND settled <> casts FOR UPDATE`,
  )
  if (!poll) return null
  const [result] = await connection.rows<{ last: string | null; voters: number }>(sql`
    WITH part AS (
      SELECT seq, key FROM voters WHERE seq = ${seq} AND key > ${after} ORDER BY key LIMIT ${votersAtOnce}
    ), gone AS (
      DELETE FROM voters v USING part p WHERE v.seq = p.seq AND v.key = p.key RETURNING v.seq, v.key
    ), written AS (
      INSERT INTO voters (seq, key) SELECT seq, key FROM gone ORDER BY key RETURNING key
    )
    SELECT max(key) AS last, count(*)::integer AS voters FROM written`)
  return { casts: poll.casts, last: result?.voters === votersAtOnce ? result.last : null }
}

/** Rewrites a tally in a transaction that writes no voter. `settled` is the number of settled casts. */
export async function separateTally(connection: Connection, seq: number, settled: number | null): Promise<void> {
  await connection.run(sql`UPDATE tally SET settled = coalesce(${settled}::integer, settled) WHERE seq = ${seq}`)
}
