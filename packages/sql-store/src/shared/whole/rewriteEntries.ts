import type { TimeSlice } from '@plenum/core'
import type { ExpectedEntry } from '@plenum/core/ports'
import type { Connection } from '../connection.js'
import { catalogColumns } from '../rows/catalogColumns.js'
import { insertEntries } from '../rows/entryRows.js'
import { removeWords } from '../rows/wordRows.js'
import { list, sql } from '../sql.js'

/** Rewrites catalog entries from scratch; skips objects whose revision has changed. */
export async function rewriteEntries(
  connection: Connection,
  entries: readonly ExpectedEntry[],
  slice: TimeSlice,
): Promise<void> {
  for (const { uid, revision, entry } of entries) {
    if (slice.isOver()) await slice.next()
    const [stored] = await connection.rows<{ seq: number }>(
      sql`SELECT seq FROM node WHERE uid = ${uid} AND revision = ${revision}`,
    )
    if (!stored) continue
    await removeEntry(connection, stored.seq)
    await describeNode(connection, stored.seq, entry)
    await insertEntries(connection, [{ seq: stored.seq, entry }], slice)
  }
}

async function removeEntry(connection: Connection, seq: number): Promise<void> {
  await removeWords(connection, [seq])
  await connection.run(sql`DELETE FROM node_index WHERE seq = ${seq}`)
  await connection.run(sql`DELETE FROM node_entry WHERE seq = ${seq}`)
}

async function describeNode(connection: Connection, seq: number, entry: ExpectedEntry['entry']): Promise<void> {
  const columns = await catalogColumns(connection, entry)
  await connection.run(
    sql`UPDATE node SET ${list(columns.map(({ name, value }) => sql`${name} = ${value}`))} WHERE seq = ${seq}`,
  )
}
