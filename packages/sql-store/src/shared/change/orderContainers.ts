import { idOfPath } from '@plenum/core/ports'
import { exists } from '../rows/nodePaths.js'
import { sql } from '../sql.js'
import type { ChangeStep } from './changeStep.js'

interface Child {
  readonly seq: number
  readonly path: string
  readonly position: number
}

/** Concurrent changes may have added or removed objects: unknown ids are ignored, and unlisted objects come last. */
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
