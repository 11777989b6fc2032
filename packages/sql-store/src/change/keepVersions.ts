import type { VersionNote } from '@plenum/core/ports'
import type { Connection } from '../connection.js'
import { timesOf } from '../lastTime.js'
import { wholeDoc } from '../nodeRows.js'
import { sql } from '../sql.js'
import type { ChangeStep } from './changeStep.js'

/** Objects that the same change deletes get no version. */
export const keepVersions: ChangeStep = async (connection, { creates = [], updates = [] }, turn) => {
  for (const { node, version } of [...updates, ...creates]) {
    if (turn.isOver()) await turn.next()
    if (version) await keepVersion(connection, node.uid, version)
  }
  return null
}

async function keepVersion(connection: Connection, uid: string, { time, actor, comments }: VersionNote): Promise<void> {
  const [row] = await connection.rows<{ seq: number; number: number }>(sql`
    INSERT INTO version (seq, number, time, actor, comments, records)
    SELECT t.seq, (SELECT coalesce(max(v.number), -1) + 1 FROM version v WHERE v.seq = t.seq),
      CAST(max(${time}, coalesce(t.recorded, ${time}), coalesce(t.kept, ${time})) AS INTEGER), ${actor}, ${comments},
      (SELECT count(*) FROM record r WHERE r.seq = t.seq)
    FROM (SELECT n.seq, ${timesOf(sql`n.seq`)} FROM node n WHERE n.uid = ${uid}) t
    RETURNING seq, number`)
  if (row)
    await connection.run(sql`
      INSERT INTO version_doc (seq, number, doc)
      SELECT n.seq, ${row.number}, ${wholeDoc} FROM node n JOIN node_doc d ON d.seq = n.seq WHERE n.seq = ${row.seq}`)
}
