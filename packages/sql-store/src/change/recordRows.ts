import type { WorkflowRecord } from '@plenum/core'
import type { Connection } from '../connection.js'
import { sql } from '../sql.js'

export function insertRecords(connection: Connection, seq: number, records: readonly WorkflowRecord[]): void {
  for (const record of records) {
    connection.run(sql`INSERT INTO record (seq, doc) VALUES (${seq}, ${JSON.stringify(record)})`)
  }
}
