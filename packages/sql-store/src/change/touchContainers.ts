import type { Instant } from '@plenum/core'
import type { Connection } from '../connection.js'
import { sql } from '../sql.js'
import type { ChangeStep } from './changeStep.js'

export const touchContainers: ChangeStep = async (connection, { touches = [] }, turn) => {
  for (const { path, modified } of touches) {
    if (turn.isOver()) await turn.next()
    const [known] = await connection.rows<{ seq: number; modified: Instant }>(
      sql`SELECT seq, modified FROM node WHERE path = ${path}`,
    )
    if (!known) return 'gone'
    if (modified > known.modified) await touch(connection, known.seq, modified)
  }
  return null
}

/** The time of an object is stored in three places: its row, its columns for summaries, and its index values. */
async function touch(connection: Connection, seq: number, modified: Instant): Promise<void> {
  await connection.run(sql`UPDATE node SET modified = ${modified}, index_modified = ${modified} WHERE seq = ${seq}`)
  await connection.run(sql`
    UPDATE node_entry SET columns = json_set(columns, '$.modified', CAST(${modified} AS INTEGER)), indexes = NULL
    WHERE seq = ${seq}`)
  const renewed = await connection.run(
    sql`UPDATE node_index SET value = ${modified} WHERE seq = ${seq} AND name = 'modified'`,
  )
  if (renewed === 0)
    await connection.run(sql`INSERT INTO node_index (seq, name, value) VALUES (${seq}, 'modified', ${modified})`)
}
