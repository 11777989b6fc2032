import type { Connection } from '../../connection.js'
import { sql } from '../../sql.js'

/** A poll with votes since its voters were last written anew. */
export interface UnsettledPoll {
  readonly seq: number
  readonly voters: number
}

/** Polls with voters whose rows show in what order, or with which counts, they were written. */
export async function unsettledPolls(connection: Pick<Connection, 'rows'>): Promise<UnsettledPoll[]> {
  return await connection.rows<UnsettledPoll>(sql`SELECT seq, voters FROM tally WHERE settled <> casts ORDER BY seq`)
}

/** Voters in one transaction, so that votes do not wait for long. */
const votersAtOnce = 10_000

interface Scattered {
  /** The number of casts that the poll had. */
  readonly casts: number
  /** The last key that was written; null when there are no more. */
  readonly last: string | null
}

/**
 * Writes voters of a poll anew, sorted, beginning after a key: what `xmin` and `ctid` tell of them then follows from their
 * keys. Null when the poll is gone, or settled by another process.
 */
export async function scatterVoters(connection: Connection, seq: number, after: string): Promise<Scattered | null> {
  const [poll] = await connection.rows<{ casts: number }>(
    sql`SELECT casts FROM tally WHERE seq = ${seq} AND settled <> casts FOR UPDATE`,
  )
  if (!poll) return null
  const [written] = await connection.rows<{ last: string | null; voters: number }>(sql`
    WITH part AS (
      SELECT seq, key FROM voters WHERE seq = ${seq} AND key > ${after} ORDER BY key LIMIT ${votersAtOnce}
    ), gone AS (
      DELETE FROM voters v USING part p WHERE v.seq = p.seq AND v.key = p.key RETURNING v.seq, v.key
    ), written AS (
      INSERT INTO voters (seq, key) SELECT seq, key FROM gone ORDER BY key RETURNING key
    )
    SELECT max(key) AS last, count(*)::integer AS voters FROM written`)
  return { casts: poll.casts, last: written?.voters === votersAtOnce ? written.last : null }
}

/** Writes a tally anew, in a transaction that writes no voter. `settled` is the number of casts that are settled. */
export async function separateTally(connection: Connection, seq: number, settled: number | null): Promise<void> {
  await connection.run(sql`UPDATE tally SET settled = coalesce(${settled}::integer, settled) WHERE seq = ${seq}`)
}
