import type { Connection } from '../connection.js'
import { docOf } from '../nodeRows.js'
import { sql } from '../sql.js'
import type { ChangeStep } from './changeStep.js'
import { replaceEntry } from './entryRows.js'
import { insertRecords } from './recordRows.js'

export const expectRevisions: ChangeStep = async (connection, { expects = [] }) => {
  for (const { uid, revision } of expects) {
    const known = knownNode(connection, uid)
    if (!known) return 'gone'
    if (known.revision !== revision) return 'changed'
  }
  return null
}

export const updateNodes: ChangeStep = async (connection, { updates = [] }, turn) => {
  for (const { node, entry, records = [] } of updates) {
    if (turn.isOver()) await turn.next()
    const known = knownNode(connection, node.uid)
    if (!known) return 'gone'
    if (known.revision !== node.revision) return 'changed'
    const { seq, revision } = known
    connection.run(sql`
      UPDATE node SET type = ${node.type}, revision = ${revision + 1}, modified = ${node.modified} WHERE seq = ${seq}`)
    connection.run(sql`UPDATE node_doc SET doc = ${docOf(node)} WHERE seq = ${seq}`)
    await replaceEntry(connection, seq, entry, turn)
    insertRecords(connection, seq, records)
  }
  return null
}

export const reindexNodes: ChangeStep = async (connection, { entries = [] }, turn) => {
  for (const { uid, revision, entry } of entries) {
    if (turn.isOver()) await turn.next()
    const known = knownNode(connection, uid)
    if (!known) return 'gone'
    if (known.revision !== revision) return 'changed'
    await replaceEntry(connection, known.seq, entry, turn)
  }
  return null
}

interface Known {
  readonly seq: number
  readonly revision: number
}

function knownNode(connection: Connection, uid: string): Known | undefined {
  return connection.rows<Known>(sql`SELECT seq, revision FROM node WHERE uid = ${uid}`)[0]
}
