import { DomainError, message } from '@plenum/core'
import type { PartKind } from '@plenum/core/ports'
import { among, type Rows, sql } from '../../sql.js'

/** Throws the error for an imported part that refers to a missing object, poll or user. */
export function rejectDangling(kind: PartKind, name: string): never {
  throw new DomainError('bad-request', message('restore.incomplete', { kind, name }))
}

/**
 * Returns a function that maps the UID of an object to its `seq`. The returned function throws a DomainError if the
 * object does not exist.
 */
export async function seqsOf(
  connection: Rows,
  kind: PartKind,
  uids: readonly string[],
): Promise<(uid: string) => number> {
  const rows = await connection.rows<{ uid: string; seq: number }>(
    sql`SELECT uid, seq FROM node WHERE uid IN ${among([...new Set(uids)])}`,
  )
  const seqs = new Map(rows.map(({ uid, seq }) => [uid, seq]))
  return uid => seqs.get(uid) ?? rejectDangling(kind, uid)
}
