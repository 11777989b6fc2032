import type { TimeSlice } from '@plenum/core'
import type { EntryUpdate, NodeUpdate } from '@plenum/core/ports'
import type { Connection, Refusal } from '../connection.js'
import { laterOf } from '../content/lastTime.js'
import { docOf } from '../content/nodeRows.js'
import { createNodeChanges, type NodeChanges } from '../rows/createNodeChanges.js'
import { replaceEntry } from '../rows/entryRows.js'
import { replaceReferences } from '../rows/fileReferences.js'
import { recordRows } from '../rows/recordRows.js'
import { type StoredNode, storedNodes } from '../rows/storedNodes.js'
import { uniqueChunks } from '../rows/uniqueChunks.js'
import { sql } from '../sql.js'
import { type ChangeStep, checkRevision } from './changeStep.js'

export const updateNodes: ChangeStep = (connection, { updates = [] }, slice) => {
  const requests = updates.map(update => ({ ...update.node, entry: update.entry, update }))
  return changeEach(connection, requests, slice)
}

export const reindexNodes: ChangeStep = (connection, { entries = [] }, slice) => changeEach(connection, entries, slice)

interface UpdateRequest extends EntryUpdate {
  readonly update?: NodeUpdate
}

async function changeEach(
  connection: Connection,
  requests: readonly UpdateRequest[],
  slice: TimeSlice,
): Promise<Refusal | null> {
  for (const chunk of uniqueChunks(requests)) {
    const uids = chunk.map(({ uid }) => uid)
    const storedByUid = await storedNodes(connection, uids)
    const changes = createNodeChanges(connection)
    for (const { uid, revision, entry, update } of chunk) {
      if (slice.isOver()) await slice.next()
      const stored = storedByUid.get(uid)
      const reason = checkRevision(stored, revision)
      if (reason || !stored) return reason
      if (update) await writeNode(connection, stored, { update, changes })
      await replaceEntry(connection, stored, { entry, changes, slice })
    }
    await changes.write(slice)
  }
  return null
}

interface Updating {
  readonly update: NodeUpdate
  readonly changes: NodeChanges
}

async function writeNode(connection: Connection, stored: StoredNode, { update, changes }: Updating): Promise<void> {
  const { node, records = [] } = update
  const { seq } = stored
  changes.raiseRevision(seq)
  if (node.type !== stored.type || node.modified !== stored.modified)
    await connection.run(sql`UPDATE node SET type = ${node.type}, modified = ${node.modified} WHERE seq = ${seq}`)
  await changes.setDoc(seq, docOf(node))
  await replaceReferences(connection, stored, node)
  changes.addRecords(recordRows(seq, records, laterOf(stored)))
}
