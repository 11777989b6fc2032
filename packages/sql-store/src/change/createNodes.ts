import { rootPath } from '@plenum/core'
import { type Change, parentPath } from '@plenum/core/ports'
import { type Connection, hasRow } from '../connection.js'
import { depthOf } from '../depthOf.js'
import { docOf } from '../nodeRows.js'
import { list, sql } from '../sql.js'
import { accessIdOf, holdersText } from './access.js'
import type { ChangeStep } from './changeStep.js'
import { insertEntry } from './entryRows.js'
import { indexRows, repeatedOf } from './indexRows.js'
import { kindIdOf, kindText } from './kindRows.js'
import { exists, forgetAlias, nextPosition } from './places.js'
import { insertRecords, recordRows } from './recordRows.js'

type Creation = NonNullable<Change['creates']>[number]

export const createNodes: ChangeStep = async (connection, { creates = [] }, turn) => {
  for (const creation of creates) {
    if (turn.isOver()) await turn.next()
    const { uid, path } = creation.node
    if (await hasRow(connection, sql`SELECT 1 FROM node WHERE path = ${path} OR uid = ${uid}`)) return 'taken'
    if (path !== rootPath && !(await exists(connection, parentPath(path)))) return 'gone'
    await forgetAlias(connection, path)
    const seq = await insertNode(connection, creation)
    await connection.run(sql`INSERT INTO node_doc (seq, doc) VALUES (${seq}, ${docOf(creation.node)})`)
    await insertEntry(connection, seq, creation.entry, turn)
    await insertRecords(connection, recordRows(seq, creation.records, null))
  }
  return null
}

/** Inserts a node and returns its `seq`. */
async function insertNode(connection: Connection, { node, entry }: Creation): Promise<number> {
  const { uid, path, type, revision, modified } = node
  const parent = path === rootPath ? null : parentPath(path)
  const position = parent === null ? 0 : nextPosition(parent)
  const rows = indexRows(entry.indexes)
  const access = await accessIdOf(connection, holdersText(entry.holders))
  const kind = await kindIdOf(connection, kindText(rows))
  const repeated = repeatedOf(rows)
  const columns = list([sql`access_id`, sql`kind_id`, ...repeated.map(({ column }) => column)])
  const values = list([
    sql`${access}`,
    sql`${kind}`,
    ...repeated.map(({ value }) => sql`${connection.engine.indexValue(value)}`),
  ])
  const [row] = await connection.rows<{ seq: number }>(sql`
    INSERT INTO node (uid, path, parent, depth, position, type, revision, modified, ${columns})
    VALUES (${uid}, ${path}, ${parent}, ${depthOf(path)}, ${position}, ${type}, ${revision}, ${modified}, ${values})
    RETURNING seq`)
  if (!row) throw new Error(`The database did not insert the node ${path}.`)
  return row.seq
}
