import { rootPath, type TimeSlice } from '@plenum/core'
import { type FillingObject, type Parts, parentPath } from '@plenum/core/ports'
import { depthOf, docOf } from '../../content/nodeRows.js'
import { insertEntries } from '../../rows/entryRows.js'
import { addReferences, referencesOf } from '../../rows/fileReferences.js'
import { accessIdOf, catalogColumns, holdersText, indexRows, kindIdOf, kindText } from '../../rows/indexRows.js'
import { insertRecords } from '../../rows/recordRows.js'
import { type Connection, list, type Sql, sql } from '../../sql.js'
import { seqsOf } from './danglingParts.js'

/**
 * Inserts objects with as few statements as possible, because each statement requires a round trip to a database
 * server.
 */
export async function fillObjects(
  connection: Connection,
  objects: readonly FillingObject[],
  slice: TimeSlice,
): Promise<void> {
  await insertNodes(connection, objects)
  const docs = objects.map(({ order, node }) => sql`(${order}, ${docOf(node)})`)
  await connection.run(sql`INSERT INTO node_doc (seq, doc) VALUES ${list(docs)}`)
  const references = objects.flatMap(({ order, node }) => referencesOf(node, order))
  await addReferences(connection, references)
  const entries = objects.map(({ order: seq, entry }) => ({ seq, entry }))
  await insertEntries(connection, entries, slice)
  for (const { order: seq, lock } of objects)
    if (lock) await connection.run(sql`INSERT INTO lock (seq, doc) VALUES (${seq}, ${JSON.stringify(lock)})`)
}

async function insertNodes(connection: Connection, objects: readonly FillingObject[]): Promise<void> {
  let names: readonly Sql[] = []
  const rows: Sql[] = []
  const [accessOf, kindOf] = [
    memoized(text => accessIdOf(connection, text)),
    memoized(text => kindIdOf(connection, text)),
  ]
  for (const { order, position, node, entry } of objects) {
    const { uid, path, type, revision, modified } = node
    const parent = path === rootPath ? null : parentPath(path)
    const columns = await catalogColumns(connection, entry, {
      access: await accessOf(holdersText(entry.holders)),
      kind: await kindOf(kindText(indexRows(entry.indexes))),
    })
    names = columns.map(({ name }) => name)
    const values = list(columns.map(({ value }) => value))
    rows.push(
      sql`(${order}, ${uid}, ${path}, ${parent}, ${depthOf(path)}, ${position}, ${type}, ${revision}, ${modified}, ${values})`,
    )
  }
  await connection.run(sql`
    INSERT INTO node (seq, uid, path, parent, depth, position, type, revision, modified, ${list(names)})
    VALUES ${list(rows)}`)
}

/**
 * Returns a function like `lookUp` that caches the ids of lists, because consecutive objects often have the same lists.
 */
function memoized(lookUp: (text: string) => Promise<number>): (text: string) => Promise<number> {
  const idByText = new Map<string, Promise<number>>()
  return text => {
    const id = idByText.get(text) ?? lookUp(text)
    idByText.set(text, id)
    return id
  }
}

export async function fillRecords(connection: Connection, records: readonly Parts['record'][]): Promise<void> {
  const uids = records.map(({ uid }) => uid)
  const seqOf = await seqsOf(connection, 'record', uids)
  const rows = records.map(({ uid, record }) => [seqOf(uid), record] as const)
  await insertRecords(connection, rows)
}

export async function fillVersions(connection: Connection, versions: readonly Parts['version'][]): Promise<void> {
  const uids = versions.map(({ uid }) => uid)
  const seqOf = await seqsOf(connection, 'version', uids)
  const metas = versions.map(
    ({ uid, version: { number, time, actor, comments, records } }) =>
      sql`(${seqOf(uid)}, ${number}, ${time}, ${actor}, ${comments}, ${records})`,
  )
  await connection.run(sql`INSERT INTO version (seq, number, time, actor, comments, records) VALUES ${list(metas)}`)
  const docs = versions.map(
    ({ uid, version: { number, node } }) => sql`(${seqOf(uid)}, ${number}, ${JSON.stringify(node)})`,
  )
  await connection.run(sql`INSERT INTO version_doc (seq, number, doc) VALUES ${list(docs)}`)
  const references = versions.flatMap(({ uid, version }) => referencesOf(version.node, seqOf(uid), version.number))
  await addReferences(connection, references)
}

export async function fillAliases(connection: Connection, aliases: readonly Parts['alias'][]): Promise<void> {
  const uids = aliases.flatMap(({ target }) => ('uid' in target ? [target.uid] : []))
  const seqOf = await seqsOf(connection, 'alias', uids)
  const rows = aliases.map(({ path, target, created, manual }) => {
    const [seq, url] = 'uid' in target ? [seqOf(target.uid), null] : [null, target.url]
    return sql`(${path}, ${seq}, ${url}, ${created}, ${Number(manual)})`
  })
  await connection.run(sql`INSERT INTO alias (path, seq, url, created, manual) VALUES ${list(rows)}`)
}

export async function fillPieces(connection: Connection, pieces: readonly Parts['file'][]): Promise<void> {
  for (const { digest, number, bytes } of pieces)
    await connection.run(sql`INSERT INTO file_piece (digest, number, bytes) VALUES (${digest}, ${number}, ${bytes})`)
}
