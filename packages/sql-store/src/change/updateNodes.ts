import type { Turn } from '@plenum/core'
import type { EntryUpdate, NodeUpdate } from '@plenum/core/ports'
import type { Connection } from '../connection.js'
import { laterOf } from '../lastTime.js'
import { docOf } from '../nodeRows.js'
import { sql } from '../sql.js'
import type { ChangeStep, Refusal } from './changeStep.js'
import { replaceEntry } from './entryRows.js'
import { replaceReferences } from './fileReferences.js'
import { type KnownNode, knownNodes } from './knownNodes.js'
import { createNodeChanges, type NodeChanges } from './nodeChanges.js'
import { recordRows } from './recordRows.js'
import { stretchesOf } from './stretchesOf.js'
import { whyNot } from './whyNot.js'

export const updateNodes: ChangeStep = (connection, { updates = [] }, turn) => {
  const wanted = updates.map(update => ({ ...update.node, entry: update.entry, update }))
  return changeEach(connection, wanted, turn)
}

export const reindexNodes: ChangeStep = (connection, { entries = [] }, turn) => changeEach(connection, entries, turn)

interface Wanted extends EntryUpdate {
  readonly update?: NodeUpdate
}

async function changeEach(connection: Connection, wanted: readonly Wanted[], turn: Turn): Promise<Refusal | null> {
  for (const stretch of stretchesOf(wanted)) {
    const known = await knownNodes(
      connection,
      stretch.map(({ uid }) => uid),
    )
    const changes = createNodeChanges(connection)
    for (const { uid, revision, entry, update } of stretch) {
      if (turn.isOver()) await turn.next()
      const before = known.get(uid)
      const reason = whyNot(before, revision)
      if (reason || !before) return reason
      if (update) await writeNode(connection, before, { update, changes })
      await replaceEntry(connection, before, { entry, changes, turn })
    }
    await changes.write(turn)
  }
  return null
}

interface Updating {
  readonly update: NodeUpdate
  readonly changes: NodeChanges
}

async function writeNode(connection: Connection, known: KnownNode, { update, changes }: Updating): Promise<void> {
  const { node, records = [] } = update
  const { seq } = known
  changes.raiseRevision(seq)
  if (node.type !== known.type || node.modified !== known.modified)
    await connection.run(sql`UPDATE node SET type = ${node.type}, modified = ${node.modified} WHERE seq = ${seq}`)
  await changes.setDoc(seq, docOf(node))
  await replaceReferences(connection, known, node)
  changes.addRecords(recordRows(seq, records, laterOf(known)))
}
