import type { VersionNote } from '@plenum/core/ports'
import type { Connection } from '../connection.js'
import { lastTime, seqOf } from '../lastTime.js'
import { selectNodes } from '../nodeRows.js'
import { sql } from '../sql.js'
import type { ChangeStep } from './changeStep.js'

/** Objects that the same change deletes get no version. */
export const keepVersions: ChangeStep = async (connection, { creates = [], updates = [] }, turn) => {
  for (const { node, version } of [...updates, ...creates]) {
    if (turn.isOver()) await turn.next()
    if (version) keepVersion(connection, node.uid, version)
  }
  return null
}

function keepVersion(connection: Connection, uid: string, note: VersionNote): void {
  const { actor, comments } = note
  const time = Math.max(note.time, lastTime(connection, seqOf(uid)) ?? note.time)
  const [row] = connection.rows<{ seq: number; number: number }>(sql`
    INSERT INTO version (seq, number, time, actor, comments, records)
    SELECT n.seq, (SELECT coalesce(max(v.number), -1) + 1 FROM version v WHERE v.seq = n.seq),
      CAST(${time} AS INTEGER), ${actor}, ${comments}, (SELECT count(*) FROM record r WHERE r.seq = n.seq)
    FROM node n WHERE n.uid = ${uid}
    RETURNING seq, number`)
  const [node] = selectNodes(connection, sql`n.uid = ${uid}`)
  if (row && node)
    connection.run(sql`
      INSERT INTO version_doc (seq, number, doc) VALUES (${row.seq}, ${row.number}, ${JSON.stringify(node)})`)
}
