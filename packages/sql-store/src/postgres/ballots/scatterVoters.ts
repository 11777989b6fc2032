import type { Connection } from '../../connection.js'
import { sql } from '../../sql.js'

/** A poll with votes since its voters were last written anew. */
export interface UnsettledPoll {
  readonly seq: number
  readonly voters: number
}

/** Polls with voters whose rows show in what order, or with which counts, they were written. */
export async function unsettledPolls(connection: Connection): Promise<UnsettledPoll[]> {
  return await connection.rows<UnsettledPoll>(sql`SELECT seq, voters FROM tally WHERE settled <> casts ORDER BY seq`)
}

/**
 * Writes all voters of a poll anew, sorted, in one transaction: they are then alike in `xmin`, and `ctid` follows from their
 * keys. Returns the number of casts that this covers; null when the poll is gone.
 */
export async function scatterVoters(connection: Connection, seq: number): Promise<number | null> {
  const [poll] = await connection.rows<{ casts: number }>(sql`SELECT casts FROM tally WHERE seq = ${seq} FOR UPDATE`)
  if (!poll) return null
  await connection.run(sql`
    WITH gone AS (DELETE FROM voters WHERE seq = ${seq} RETURNING seq, key)
    INSERT INTO voters (seq, key) SELECT seq, key FROM gone ORDER BY key`)
  return poll.casts
}

/** Writes a tally anew, in a transaction that writes no voter. `settled` is the number of casts that are settled. */
export async function separateTally(connection: Connection, seq: number, settled: number | null): Promise<void> {
  await connection.run(sql`UPDATE tally SET settled = coalesce(${settled}::integer, settled) WHERE seq = ${seq}`)
}
