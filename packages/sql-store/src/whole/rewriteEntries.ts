import type { Turn } from '@plenum/core'
import type { ExpectedEntry } from '@plenum/core/ports'
import { catalogColumns } from '../change/catalogColumns.js'
import { insertEntries } from '../change/entryRows.js'
import type { Connection } from '../connection.js'
import { list, sql } from '../sql.js'

/** Rewrites catalog entries from scratch; skips objects whose revision has changed. */
export async function rewriteEntries(
  connection: Connection,
  entries: readonly ExpectedEntry[],
  turn: Turn,
): Promise<void> {
  for (const { uid, revision, entry } of entries) {
    if (turn.isOver()) await turn.next()
    const [known] = await connection.rows<{ seq: number }>(
      sql`SELECT seq FROM node WHERE uid = ${uid} AND revision = ${revision}`,
    )
    if (!known) continue
    await removeEntry(connection, known.seq)
    await describeNode(connection, known.seq, entry)
    await insertEntries(connection, [{ seq: known.seq, entry }], turn)
  }
}

async function removeEntry(connection: Connection, seq: number): Promise<void> {
  await connection.engine.words.remove([seq])
  await connection.run(sql`DELETE FROM node_index WHERE seq = ${seq}`)
  await connection.run(sql`DELETE FROM node_entry WHERE seq = ${seq}`)
}

async function describeNode(connection: Connection, seq: number, entry: ExpectedEntry['entry']): Promise<void> {
  const columns = await catalogColumns(connection, entry)
  await connection.run(
    sql`UPDATE node SET ${list(columns.map(({ name, value }) => sql`${name} = ${value}`))} WHERE seq = ${seq}`,
  )
}
