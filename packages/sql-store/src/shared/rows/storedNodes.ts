import type { Instant } from '@plenum/core'
import { timesOf } from '../content/lastTime.js'
import { among, type Connection, sql } from '../sql.js'
import { filesOf } from './fileReferences.js'

export interface StoredNode {
  readonly seq: number
  readonly uid: string
  readonly type: string
  readonly revision: number
  readonly modified: Instant
  readonly holders: string
  readonly kind: string
  readonly columns: string
  /** The index values in the format of `indexesText`, or null if they must be read from the index rows instead. */
  readonly indexes: string | null
  /** The digests of the files, separated by spaces, or null if the object has no files. */
  readonly files: string | null
  readonly recorded: Instant | null
  readonly versioned: Instant | null
}

export async function storedNodes(
  connection: Connection,
  uids: readonly string[],
): Promise<ReadonlyMap<string, StoredNode>> {
  const rows = await connection.rows<StoredNode>(sql`
    SELECT n.seq, n.uid, n.type, n.revision, n.modified, a.holders, k.value_list AS kind, e.columns, e.indexes, ${timesOf(sql`n.seq`)},
      ${filesOf} AS files
    FROM node n JOIN access a ON a.id = n.access_id JOIN kind k ON k.id = n.kind_id JOIN node_entry e ON e.seq = n.seq
    WHERE n.uid IN ${among(uids)}`)
  return new Map(rows.map(row => [row.uid, row]))
}
