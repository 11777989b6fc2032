import type { TimeSlice } from '@plenum/core'
import type { CatalogEntry, RewrittenObject, StoredVersion } from '@plenum/core/ports'
import { docOf } from '../content/nodeRows.js'
import { insertEntries } from '../rows/entryRows.js'
import { catalogColumns } from '../rows/indexRows.js'
import { removeWords } from '../rows/wordRows.js'
import { type Connection, list, sql } from '../sql.js'

export async function rewriteObjects(
  connection: Connection,
  objects: readonly RewrittenObject[],
  slice: TimeSlice,
): Promise<void> {
  for (const { uid, revision, entry, node, versions = [] } of objects) {
    if (slice.isOver()) await slice.next()
    const [stored] = await connection.rows<{ seq: number }>(
      sql`SELECT seq FROM node WHERE uid = ${uid} AND revision = ${revision}`,
    )
    if (!stored) continue
    if (node) await connection.run(sql`UPDATE node_doc SET doc = ${docOf(node)} WHERE seq = ${stored.seq}`)
    for (const version of versions) await rewriteVersion(connection, stored.seq, version)
    if (entry) await rewriteEntry(connection, { seq: stored.seq, entry }, slice)
  }
}

async function rewriteEntry(
  connection: Connection,
  { seq, entry }: { readonly seq: number; readonly entry: CatalogEntry },
  slice: TimeSlice,
): Promise<void> {
  await removeEntry(connection, seq)
  await describeNode(connection, seq, entry)
  await insertEntries(connection, [{ seq, entry }], slice)
}

async function rewriteVersion(
  connection: Connection,
  seq: number,
  { number, node }: Pick<StoredVersion, 'number' | 'node'>,
): Promise<void> {
  await connection.run(
    sql`UPDATE version_doc SET doc = ${JSON.stringify(node)} WHERE seq = ${seq} AND number = ${number}`,
  )
}

async function removeEntry(connection: Connection, seq: number): Promise<void> {
  await removeWords(connection, [seq])
  await connection.run(sql`DELETE FROM node_index WHERE seq = ${seq}`)
  await connection.run(sql`DELETE FROM node_entry WHERE seq = ${seq}`)
}

async function describeNode(connection: Connection, seq: number, entry: CatalogEntry): Promise<void> {
  const columns = await catalogColumns(connection, entry)
  await connection.run(
    sql`UPDATE node SET ${list(columns.map(({ name, value }) => sql`${name} = ${value}`))} WHERE seq = ${seq}`,
  )
}
