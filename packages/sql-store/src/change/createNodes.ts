import { rootPath } from '@plenum/core'
import { type Change, parentPath } from '@plenum/core/ports'
import type { Connection } from '../connection.js'
import { depthOf } from '../depthOf.js'
import { docOf } from '../nodeRows.js'
import { list, sql } from '../sql.js'
import { holdersText } from './access.js'
import { catalogColumns } from './catalogColumns.js'
import type { ChangeStep } from './changeStep.js'
import { insertEntries } from './entryRows.js'
import { addReferences, referencesOf } from './fileReferences.js'
import { indexRows } from './indexRows.js'
import { keepFirstVersion } from './keepVersions.js'
import { kindText } from './kindRows.js'
import { forgetAlias, nextPosition } from './places.js'
import { insertRecords, recordRows } from './recordRows.js'

type Creation = NonNullable<Change['creates']>[number]

export const createNodes: ChangeStep = async (connection, { creates = [] }, turn) => {
  for (const creation of creates) {
    if (turn.isOver()) await turn.next()
    const { node, version } = creation
    const { path } = node
    const place = await lookAtPlace(connection, creation)
    if (place.taken !== null) return 'taken'
    if (path !== rootPath && place.parent === null) return 'gone'
    if (place.alias !== null) await forgetAlias(connection, path)
    const seq = await insertNode(connection, creation, place)
    await connection.run(sql`INSERT INTO node_doc (seq, doc) VALUES (${seq}, ${docOf(node)})`)
    await insertEntries(connection, [{ seq, entry: creation.entry }], turn)
    await insertRecords(connection, recordRows(seq, creation.records, null))
    await addReferences(connection, referencesOf(node, seq))
    if (version) await keepFirstVersion(connection, seq, { ...creation, version })
  }
  return null
}

interface Place {
  readonly taken: number | null
  /** The `seq` of the container. */
  readonly parent: number | null
  readonly alias: string | null
  /** Ids of the holders and of the kind of the new object, if other objects use them already. */
  readonly access: number | null
  readonly kind: number | null
}

/** One statement reads everything that an insertion needs to know. */
async function lookAtPlace(connection: Connection, { node, entry }: Creation): Promise<Place> {
  const { uid, path } = node
  const place = await connection.row<Place>(sql`SELECT
    (SELECT seq FROM node WHERE path = ${path} OR uid = ${uid} LIMIT 1) AS taken,
    (SELECT seq FROM node WHERE path = ${parentPath(path)}) AS parent,
    (SELECT path FROM alias WHERE path = ${path}) AS alias,
    (SELECT id FROM access WHERE holders = ${holdersText(entry.holders)}) AS access,
    (SELECT id FROM kind WHERE value_list = ${kindText(indexRows(entry.indexes))}) AS kind`)
  if (!place) throw new Error('The database did not answer a question about a place.')
  return place
}

/** Inserts a node and returns its `seq`. */
async function insertNode(connection: Connection, { node, entry }: Creation, place: Place): Promise<number> {
  const { uid, path, type, revision, modified } = node
  const parent = path === rootPath ? null : parentPath(path)
  const position = parent === null ? 0 : nextPosition(parent)
  const columns = await catalogColumns(connection, entry, place)
  const names = list(columns.map(({ name }) => name))
  const values = list(columns.map(({ value }) => value))
  const [row] = await connection.rows<{ seq: number }>(sql`
    INSERT INTO node (uid, path, parent, depth, position, type, revision, modified, ${names})
    VALUES (${uid}, ${path}, ${parent}, ${depthOf(path)}, ${position}, ${type}, ${revision}, ${modified}, ${values})
    RETURNING seq`)
  if (!row) throw new Error(`The database did not insert the node ${path}.`)
  return row.seq
}
