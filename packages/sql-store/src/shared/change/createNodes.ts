import { rootPath } from '@plenum/core'
import { type Change, parentPath } from '@plenum/core/ports'
import type { Connection } from '../connection.js'
import { depthOf, docOf } from '../content/nodeRows.js'
import { holdersText, insertedId } from '../rows/access.js'
import { catalogColumns } from '../rows/catalogColumns.js'
import { insertEntries } from '../rows/entryRows.js'
import { addReferences, referencesOf } from '../rows/fileReferences.js'
import { indexRows } from '../rows/indexRows.js'
import { kindText } from '../rows/kindRows.js'
import { deleteAlias, nextPosition } from '../rows/nodePaths.js'
import { insertRecords, recordRows } from '../rows/recordRows.js'
import { list, sql } from '../sql.js'
import { addFirstVersion } from './addVersions.js'
import type { ChangeStep } from './changeStep.js'

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
  /** The `seq` of the container. */
  readonly parent: number | null
  readonly alias: string | null
  /** The ids of the access list and of the kind of the new object, if other objects use them already. */
  readonly access: number | null
  readonly kind: number | null
}

/** Reads everything that an insertion needs to know, in one statement. */
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

/** Inserts a node and returns its `seq`. */
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
