import { idOfPath } from '@plenum/core/ports'
import { sql } from '../sql.js'
import type { ChangeStep } from './changeStep.js'
import { exists } from './places.js'

interface Child {
  readonly seq: number
  readonly path: string
  readonly position: number
}

/** Concurrent changes may have added or removed objects: unknown ids are ignored, and unlisted objects come last. */
export const orderContainers: ChangeStep = async (connection, { orders = [] }, turn) => {
  for (const { path, ids } of orders) {
    if (!(await exists(connection, path))) return 'gone'
    const places = new Map([...new Set(ids)].map((id, i) => [id, i]))
    const place = (child: Child) => places.get(idOfPath(child.path)) ?? ids.length
    const children = await connection.rows<Child>(
      sql`SELECT seq, path, position FROM node WHERE parent = ${path} ORDER BY position, seq`,
    )
    for (const [position, child] of children.sort((a, b) => place(a) - place(b)).entries()) {
      if (turn.isOver()) await turn.next()
      if (child.position !== position)
        await connection.run(sql`UPDATE node SET position = ${position} WHERE seq = ${child.seq}`)
    }
  }
  return null
}
