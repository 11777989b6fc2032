import type { Instant } from '@plenum/core'
import { idOfPath } from '@plenum/core/ports'
import type { IndexRow } from '../indexValues.js'
import { indexesText } from '../rows/indexRows.js'
import { exists } from '../rows/nodePaths.js'
import { type Connection, sql } from '../sql.js'
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

/**
 * Updates the modification time of a container in its catalog entry. The time is both a summary column and an index
 * value.
 */
async function touchEntry(connection: Connection, seq: number, modified: Instant): Promise<void> {
  const entry = await connection.row<{ columns: string; indexes: string | null }>(
    sql`SELECT columns, indexes FROM node_entry WHERE seq = ${seq}`,
  )
  if (entry) {
    const columns = JSON.stringify({ ...JSON.parse(entry.columns), modified })
    const indexes = entry.indexes && indexesAt(entry.indexes, modified)
    await connection.run(sql`UPDATE node_entry SET columns = ${columns}, indexes = ${indexes} WHERE seq = ${seq}`)
  }
  const value = connection.engine.indexValue(modified)
  const renewed = await connection.run(
    sql`UPDATE node_index SET value = ${value} WHERE seq = ${seq} AND name = 'modified'`,
  )
  if (renewed === 0)
    await connection.run(sql`INSERT INTO node_index (seq, name, value) VALUES (${seq}, 'modified', ${value})`)
}

/** Replaces or adds the modification time in index values. `indexes` is a result of `indexesText`. */
function indexesAt(indexes: string, modified: Instant): string {
  const rows = JSON.parse(indexes) as readonly IndexRow[]
  const renewed: IndexRow = ['modified', modified]
  const isIndexed = rows.some(([name]) => name === 'modified')
  return indexesText(isIndexed ? rows.map(row => (row[0] === 'modified' ? renewed : row)) : [...rows, renewed])
}

interface Child {
  readonly seq: number
  readonly path: string
  readonly position: number
}

/**
 * Sorts the objects in containers. Unknown ids are ignored and unlisted objects come last, because concurrent changes
 * may have added or removed objects.
 */
export const orderContainers: ChangeStep = async (connection, { orders = [] }, slice) => {
  for (const { path, ids } of orders) {
    if (!(await exists(connection, path))) return 'gone'
    const indexById = new Map([...new Set(ids)].map((id, i) => [id, i]))
    const indexOf = (child: Child) => indexById.get(idOfPath(child.path)) ?? ids.length
    const children = await connection.rows<Child>(
      sql`SELECT seq, path, position FROM node WHERE parent = ${path} ORDER BY position, seq`,
    )
    for (const [position, child] of children.sort((a, b) => indexOf(a) - indexOf(b)).entries()) {
      if (slice.isOver()) await slice.next()
      if (child.position !== position)
        await connection.run(sql`UPDATE node SET position = ${position} WHERE seq = ${child.seq}`)
    }
  }
  return null
}
