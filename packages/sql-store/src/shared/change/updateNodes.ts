import { rootPath, type TimeSlice } from '@plenum/core'
import { type Change, type EntryUpdate, type NodeUpdate, parentPath } from '@plenum/core/ports'
import { laterOf } from '../content/lastTime.js'
import { depthOf, docOf } from '../content/nodeRows.js'
import { createNodeChanges, type NodeChanges } from '../rows/createNodeChanges.js'
import { insertEntries, replaceEntry } from '../rows/entryRows.js'
import { addReferences, referencesOf, replaceReferences } from '../rows/fileReferences.js'
import { catalogColumns, holdersText, indexRows, insertedId, kindText } from '../rows/indexRows.js'
import { deleteAlias, nextPosition } from '../rows/nodePaths.js'
import { insertRecords, recordRows } from '../rows/recordRows.js'
import { type StoredNode, storedNodes } from '../rows/storedNodes.js'
import { uniqueChunks } from '../rows/uniqueChunks.js'
import { type Connection, list, type Refusal, sql } from '../sql.js'
import { addFirstVersion } from './addVersions.js'
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

type Creation = NonNullable<Change['creates']>[number]

export const createNodes: ChangeStep = async (connection, { creates = [] }, slice) => {
  for (const creation of creates) {
    if (slice.isOver()) await slice.next()
    const { node, version } = creation
    const { path } = node
    const state = await readInsertionState(connection, creation)
    if (state.taken !== null) return 'taken'
    if (path !== rootPath && state.parent === null) return 'gone'
    if (state.alias !== null) await deleteAlias(connection, path)
    const seq = await insertNode(connection, creation, state)
    await connection.run(sql`INSERT INTO node_doc (seq, doc) VALUES (${seq}, ${docOf(node)})`)
    await insertEntries(connection, [{ seq, entry: creation.entry }], slice)
    await insertRecords(connection, recordRows(seq, creation.records, null))
    await addReferences(connection, referencesOf(node, seq))
    if (version) await addFirstVersion(connection, seq, { ...creation, version })
  }
  return null
}

interface InsertionState {
  readonly taken: number | null
  readonly parent: number | null
  readonly alias: string | null
  readonly access: number | null
  readonly kind: number | null
}

async function readInsertionState(connection: Connection, { node, entry }: Creation): Promise<InsertionState> {
  const { uid, path } = node
  const row = await connection.row<InsertionState>(sql`SELECT
    (SELECT seq FROM node WHERE path = ${path} OR uid = ${uid} LIMIT 1) AS taken,
    (SELECT seq FROM node WHERE path = ${parentPath(path)}) AS parent,
    (SELECT path FROM alias WHERE path = ${path}) AS alias,
    (SELECT id FROM access WHERE holders = ${holdersText(entry.holders)}) AS access,
    (SELECT id FROM kind WHERE value_list = ${kindText(indexRows(entry.indexes))}) AS kind`)
  if (!row) throw new Error('The database did not return a position.')
  return row
}

async function insertNode(connection: Connection, { node, entry }: Creation, state: InsertionState): Promise<number> {
  const { uid, path, type, revision, modified } = node
  const parent = path === rootPath ? null : parentPath(path)
  const position = parent === null ? 0 : nextPosition(parent)
  const columns = await catalogColumns(connection, entry, state)
  const names = list(columns.map(({ name }) => name))
  const values = list(columns.map(({ value }) => value))
  return insertedId(
    connection,
    sql`
    INSERT INTO node (uid, path, parent, depth, position, type, revision, modified, ${names})
    VALUES (${uid}, ${path}, ${parent}, ${depthOf(path)}, ${position}, ${type}, ${revision}, ${modified}, ${values})
    RETURNING seq AS id`,
  )
}
