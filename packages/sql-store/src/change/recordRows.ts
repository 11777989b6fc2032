import { neverEarlier, type WorkflowRecord } from '@plenum/core/ports'
import type { Connection } from '../connection.js'
import { lastTime } from '../lastTime.js'
import { sql } from '../sql.js'

export function insertRecords(connection: Connection, seq: number, records: readonly WorkflowRecord[]): void {
  if (records.length === 0) return
  for (const record of neverEarlier(records, lastTime(connection, sql`${seq}`)))
    connection.run(sql`INSERT INTO record (seq, doc) VALUES (${seq}, ${JSON.stringify(record)})`)
}
