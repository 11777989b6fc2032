import type { Connection } from '../connection.js'
import { atOrBelow } from '../nodeRows.js'
import { among, sql } from '../sql.js'
import type { ChangeStep } from './changeStep.js'
import { deepestFirst, exists } from './places.js'

/** Records, index values and aliases go with the rows of the nodes; the text index has to be told. */
export const removeSubtrees: ChangeStep = async (connection, { removes = [] }, turn) => {
  for (const path of deepestFirst([...new Set(removes)], path => path)) {
    if (!exists(connection, path)) return 'gone'
    while (removeSome(connection, path) > 0) if (turn.isOver()) await turn.next()
  }
  return null
}

/** So many objects are removed at once: what goes along with them takes about a tenth of a millisecond each. */
const stretch = 20

/** The number of objects that were removed. */
function removeSome(connection: Connection, path: string): number {
  const some = connection
    .rows<{ seq: number }>(sql`SELECT n.seq FROM node n WHERE ${atOrBelow(path)} ORDER BY n.path DESC LIMIT ${stretch}`)
    .map(({ seq }) => seq)
  connection.run(sql`DELETE FROM node_words WHERE rowid IN ${among(some)}`)
  connection.run(sql`DELETE FROM node WHERE seq IN ${among(some)}`)
  return some.length
}
