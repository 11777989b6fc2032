import { rootPath, type Turn } from '@plenum/core'
import { type FillingObject, type Parts, parentPath } from '@plenum/core/ports'
import { catalogColumns } from '../change/catalogColumns.js'
import { insertEntry } from '../change/entryRows.js'
import { insertRecords } from '../change/recordRows.js'
import type { Connection } from '../connection.js'
import { depthOf } from '../depthOf.js'
import { docOf } from '../nodeRows.js'
import { list, sql } from '../sql.js'
import { seqsOf } from './strayParts.js'

export async function fillObjects(
  connection: Connection,
  objects: readonly FillingObject[],
  turn: Turn,
): Promise<void> {
  for (const object of objects) {
    if (turn.isOver()) await turn.next()
    const { order: seq, node, lock, entry } = object
    await insertNode(connection, object)
    await connection.run(sql`INSERT INTO node_doc (seq, doc) VALUES (${seq}, ${docOf(node)})`)
    await insertEntry(connection, seq, entry, turn)
    if (lock) await connection.run(sql`INSERT INTO lock (seq, doc) VALUES (${seq}, ${JSON.stringify(lock)})`)
  }
}

async function insertNode(connection: Connection, { order, position, node, entry }: FillingObject): Promise<void> {
  const { uid, path, type, revision, modified } = node
  const parent = path === rootPath ? null : parentPath(path)
  const columns = await catalogColumns(connection, entry)
  const names = list(columns.map(({ name }) => name))
  const values = list(columns.map(({ value }) => value))
  await connection.run(sql`
    INSERT INTO node (seq, uid, path, parent, depth, position, type, revision, modified, ${names})
    VALUES (${order}, ${uid}, ${path}, ${parent}, ${depthOf(path)}, ${position}, ${type}, ${revision}, ${modified}, ${values})`)
}

export async function fillRecords(connection: Connection, records: readonly Parts['record'][]): Promise<void> {
  const seqOf = await seqsOf(
    connection,
    'record',
    records.map(({ uid }) => uid),
  )
  await insertRecords(
    connection,
    records.map(({ uid, record }) => [seqOf(uid), record] as const),
  )
}

export async function fillVersions(connection: Connection, versions: readonly Parts['version'][]): Promise<void> {
  const seqOf = await seqsOf(
    connection,
    'version',
    versions.map(({ uid }) => uid),
  )
  const metas = versions.map(
    ({ uid, version: { number, time, actor, comments, records } }) =>
      sql`(${seqOf(uid)}, ${number}, ${time}, ${actor}, ${comments}, ${records})`,
  )
  await connection.run(sql`INSERT INTO version (seq, number, time, actor, comments, records) VALUES ${list(metas)}`)
  const docs = versions.map(
    ({ uid, version: { number, node } }) => sql`(${seqOf(uid)}, ${number}, ${JSON.stringify(node)})`,
  )
  await connection.run(sql`INSERT INTO version_doc (seq, number, doc) VALUES ${list(docs)}`)
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
