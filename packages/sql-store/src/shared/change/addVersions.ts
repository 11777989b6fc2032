import { type ContentNode, type NodeCreation, type VersionNote, withMonotonicTimes } from '@plenum/core/ports'
import { timesOf } from '../content/lastTime.js'
import { wholeDoc } from '../content/nodeRows.js'
import { addReferences, referencesOf } from '../rows/fileReferences.js'
import { type Connection, sql } from '../sql.js'
import type { ChangeStep } from './changeStep.js'

export const addVersions: ChangeStep = async (connection, { updates = [] }, slice) => {
  for (const { node, version } of updates) {
    if (slice.isOver()) await slice.next()
    if (version) await addVersion(connection, node, version)
  }
  return null
}

async function addVersion(
  connection: Connection,
  node: ContentNode,
  { time, actor, comments }: VersionNote,
): Promise<void> {
  const [row] = await connection.rows<{ seq: number; number: number }>(sql`
    INSERT INTO version (seq, number, time, actor, comments, records)
    SELECT t.seq, (SELECT coalesce(max(v.number), -1) + 1 FROM version v WHERE v.seq = t.seq),
      CAST({greatest}(${time}, coalesce(t.recorded, ${time}), coalesce(t.versioned, ${time})) AS BIGINT), ${actor}, ${comments},
      (SELECT count(*) FROM record r WHERE r.seq = t.seq)
    FROM (SELECT n.seq, ${timesOf(sql`n.seq`)} FROM node n WHERE n.uid = ${node.uid}) t
    RETURNING seq, number`)
  if (!row) return
  await connection.run(sql`
    INSERT INTO version_doc (seq, number, doc)
    SELECT n.seq, CAST(${row.number} AS BIGINT), ${wholeDoc} FROM node n JOIN node_doc d ON d.seq = n.seq WHERE n.seq = ${row.seq}`)
  await addReferences(connection, referencesOf(node, row.seq, row.number))
}

export async function addFirstVersion(
  connection: Connection,
  seq: number,
  { node, records, version }: Pick<NodeCreation, 'node' | 'records'> & { readonly version: VersionNote },
): Promise<void> {
  const { time, actor, comments } = version
  const last = withMonotonicTimes(records, null).at(-1)?.time ?? time
  await connection.run(sql`
    INSERT INTO version (seq, number, time, actor, comments, records)
    VALUES (${seq}, 0, ${Math.max(time, last)}, ${actor}, ${comments}, ${records.length})`)
  await connection.run(sql`INSERT INTO version_doc (seq, number, doc) VALUES (${seq}, 0, ${JSON.stringify(node)})`)
  await addReferences(connection, referencesOf(node, seq, 0))
}
