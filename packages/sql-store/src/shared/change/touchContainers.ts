import type { Instant } from '@plenum/core'
import type { Connection } from '../connection.js'
import { exists } from '../rows/nodePaths.js'
import { sql } from '../sql.js'
import type { ChangeStep } from './changeStep.js'

export const touchContainers: ChangeStep = async (connection, { touches = [] }, slice) => {
  for (const { path, modified } of touches) {
    if (slice.isOver()) await slice.next()
    const [updated] = await connection.rows<{ seq: number }>(sql`
      UPDATE node SET modified = ${modified}, index_modified = ${connection.engine.indexValue(modified)} WHERE path = ${path} AND modified < ${modified}
      RETURNING seq`)
    if (updated) await touchEntry(connection, updated.seq, modified)
    else if (!(await exists(connection, path))) return 'gone'
  }
  return null
}

/** The modification time is also part of the summary columns and of the index values. */
async function touchEntry(connection: Connection, seq: number, modified: Instant): Promise<void> {
  await connection.engine.touchEntry(seq, modified)
  const value = connection.engine.indexValue(modified)
  const renewed = await connection.run(
    sql`UPDATE node_index SET value = ${value} WHERE seq = ${seq} AND name = 'modified'`,
  )
  if (renewed === 0)
    await connection.run(sql`INSERT INTO node_index (seq, name, value) VALUES (${seq}, 'modified', ${value})`)
}
