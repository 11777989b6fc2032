import type { FilePiece, Parts, StoredAlias, StoredObject, VersionMeta } from '@plenum/core/ports'
import { isReferenced } from '../content/filePieces.js'
import { type NodeRow, nodeOf } from '../content/nodeRows.js'
import { type Connection, type Sql, sql } from '../sql.js'
import { batches, largeBatch, mapBatches, smallBatch } from './batches.js'

/**
 * Returns SQL for the UID of an object. The SQL is a subquery, because with a join, the database could scan all
 * objects again for each batch.
 */
const uidOf = (seq: Sql): Sql => sql`(SELECT n.uid FROM node n WHERE n.seq = ${seq})`

interface PieceRow {
  readonly digest: string
  readonly number: number
  readonly bytes: ArrayBuffer | Uint8Array
}

export function pieces(connection: Connection): AsyncGenerator<readonly FilePiece[]> {
  const rows = batches<PieceRow>(last =>
    connection.rows(sql`
      SELECT p.digest, p.number, p.bytes FROM file_piece p
      WHERE (p.digest, p.number) > (${last?.digest ?? ''}, ${last?.number ?? -1}) AND ${isReferenced}
      ORDER BY p.digest, p.number LIMIT 1`),
  )
  return mapBatches(rows, ({ digest, number, bytes }) => ({ digest, number, bytes: new Uint8Array(bytes) }))
}

interface ObjectRow extends NodeRow {
  readonly seq: number
  readonly position: number
  readonly lock: string | null
}

export function objects(connection: Connection): AsyncGenerator<readonly StoredObject[]> {
  const rows = batches<ObjectRow>(last =>
    connection.rows(sql`
      SELECT n.seq, n.position, n.uid, n.path, n.type, n.revision, n.modified, d.doc, l.doc AS lock
      FROM node n JOIN node_doc d ON d.seq = n.seq LEFT JOIN lock l ON l.seq = n.seq
      WHERE n.path > ${last?.path ?? ''} ORDER BY n.path LIMIT ${smallBatch}`),
  )
  return mapBatches(rows, ({ seq, position, lock, ...row }) => {
    return { order: seq, position, node: nodeOf(row), lock: lock === null ? null : JSON.parse(lock) }
  })
}

interface RecordRow {
  readonly id: number
  readonly seq: number
  readonly uid: string
  readonly doc: string
}

export function records(connection: Connection): AsyncGenerator<readonly Parts['record'][]> {
  const rows = batches<RecordRow>(last =>
    connection.rows(sql`
      SELECT r.id, r.seq, ${uidOf(sql`r.seq`)} AS uid, r.doc FROM record r
      WHERE (r.seq, r.id) > (${last?.seq ?? -1}, ${last?.id ?? -1}) ORDER BY r.seq, r.id LIMIT ${largeBatch}`),
  )
  return mapBatches(rows, ({ uid, doc }) => ({ uid, record: JSON.parse(doc) }))
}

export function versions(connection: Connection): AsyncGenerator<readonly Parts['version'][]> {
  const rows = batches<VersionMeta & Omit<RecordRow, 'id'>>(last =>
    connection.rows(sql`
      SELECT v.seq, v.number, ${uidOf(sql`v.seq`)} AS uid, v.time, v.actor, v.comments, v.records,
        (SELECT d.doc FROM version_doc d WHERE d.seq = v.seq AND d.number = v.number) AS doc
      FROM version v WHERE (v.seq, v.number) > (${last?.seq ?? -1}, ${last?.number ?? -1})
      ORDER BY v.seq, v.number LIMIT ${smallBatch}`),
  )
  return mapBatches(rows, ({ uid, number, time, actor, comments, records, doc }) => {
    return { uid, version: { number, time, actor, comments, records, node: JSON.parse(doc) } }
  })
}

interface AliasRow {
  readonly path: string
  readonly uid: string | null
  readonly url: string | null
  readonly created: number | null
  readonly manual: number
}

export function aliases(connection: Connection): AsyncGenerator<readonly StoredAlias[]> {
  const rows = batches<AliasRow>(last =>
    connection.rows(sql`
      SELECT a.path, n.uid, a.url, a.created, a.manual FROM alias a LEFT JOIN node n ON n.seq = a.seq
      WHERE a.path > ${last?.path ?? ''} ORDER BY a.path LIMIT ${largeBatch}`),
  )
  return mapBatches(rows, ({ path, uid, url, created, manual }) => {
    return { path, target: uid === null ? { url: url ?? '' } : { uid }, created, manual: manual === 1 }
  })
}
