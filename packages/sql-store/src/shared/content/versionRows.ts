import type { ContentNode, StoredVersion, VersionMeta } from '@plenum/core/ports'
import type { Connection } from '../connection.js'
import { type Sql, sql } from '../sql.js'

export async function versionMetas(connection: Connection, uid: string): Promise<VersionMeta[]> {
  return (await connection.rows<VersionMeta>(selectMetas(uid, sql`true ORDER BY v.number`))).map(metaOf)
}

export async function storedVersion(
  connection: Connection,
  uid: string,
  number: number,
): Promise<StoredVersion | null> {
  if (!Number.isSafeInteger(number)) return null
  const meta = await connection.row<VersionMeta>(selectMetas(uid, sql`v.number = ${number}`))
  if (!meta) return null
  const stored = await connection.row<{ doc: string }>(sql`
    SELECT d.doc FROM node n JOIN version_doc d ON d.seq = n.seq WHERE n.uid = ${uid} AND d.number = ${number}`)
  return stored ? { ...metaOf(meta), node: JSON.parse(stored.doc) as ContentNode } : null
}

function selectMetas(uid: string, where: Sql): Sql {
  return sql`
    SELECT v.number, v.time, v.actor, v.comments, v.records FROM node n JOIN version v ON v.seq = n.seq
    WHERE n.uid = ${uid} AND ${where}`
}

/** Copies these keys only, because some drivers add their own to rows. */
function metaOf({ number, time, actor, comments, records }: VersionMeta): VersionMeta {
  return { number, time, actor, comments, records }
}
