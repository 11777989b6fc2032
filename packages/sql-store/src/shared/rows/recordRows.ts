import type { Instant } from '@plenum/core'
import { type WorkflowRecord, withMonotonicTimes } from '@plenum/core/ports'
import { type Connection, list, sql } from '../sql.js'

export type RecordRow = readonly [seq: number, record: WorkflowRecord]

export function recordRows(
  seq: number,
  records: readonly WorkflowRecord[],
  last: Instant | null,
): readonly RecordRow[] {
  return withMonotonicTimes(records, last).map(record => [seq, record] as const)
}

const batch = 32

export async function insertRecords(connection: Connection, rows: readonly RecordRow[]): Promise<void> {
  const { recordRow } = connection.engine
  for (let start = 0; start < rows.length; start += batch) {
    const part = rows.slice(start, start + batch).map(([seq, record]) => recordRow(seq, record))
    await connection.run(sql`INSERT INTO record ({record columns}) VALUES ${list(part)}`)
  }
}
