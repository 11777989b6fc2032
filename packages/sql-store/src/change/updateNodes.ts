import type { Turn } from '@plenum/core'
import type { EntryUpdate, NodeUpdate } from '@plenum/core/ports'
import type { Connection } from '../connection.js'
import { laterOf } from '../lastTime.js'
import { docOf } from '../nodeRows.js'
import { sql } from '../sql.js'
import type { ChangeStep, Refusal } from './changeStep.js'
import { replaceEntry } from './entryRows.js'
import { type KnownNode, knownNodes } from './knownNodes.js'
import { locksOf } from './lockRows.js'
import { createNodeChanges, type NodeChanges } from './nodeChanges.js'
import { recordRows } from './recordRows.js'

export const expectSame: ChangeStep = async (connection, { expects = [] }, turn) => {
  for (const stretch of stretchesOf(expects)) {
    if (turn.isOver()) await turn.next()
    const uids = stretch.map(({ uid }) => uid)
    const known = await knownNodes(connection, uids)
    const locks = await locksOf(connection, uids)
    for (const { uid, revision, lock } of stretch) {
      const reason = whyNot(known.get(uid), revision)
      if (reason) return reason
      if (lock !== undefined && lock !== (locks.get(uid)?.token ?? null)) return 'changed'
    }
  }
  return null
}

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

const whyNot = (known: KnownNode | undefined, revision: number): Refusal | null => {
  if (!known) return 'gone'
  return known.revision === revision ? null : 'changed'
}

const atOnce = 100

/** Groups in which each object comes once: what is known of it holds until it is written. */
function* stretchesOf<Item extends { readonly uid: string }>(items: readonly Item[]): Generator<readonly Item[]> {
  let stretch = new Map<string, Item>()
  for (const item of items) {
    if (stretch.size === atOnce || stretch.has(item.uid)) {
      yield [...stretch.values()]
      stretch = new Map()
    }
    stretch.set(item.uid, item)
  }
  if (stretch.size > 0) yield [...stretch.values()]
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
  changes.addRecords(recordRows(seq, records, laterOf(known)))
}
