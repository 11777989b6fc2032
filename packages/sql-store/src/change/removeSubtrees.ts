import { atOrBelow } from '../nodeRows.js'
import { sql } from '../sql.js'
import type { ChangeStep } from './changeStep.js'
import { deepestFirst, exists } from './places.js'

/** Records, index values and aliases go with the rows of the nodes; the text index has to be told. */
export const removeSubtrees: ChangeStep = (connection, { removes = [] }) => {
  for (const path of deepestFirst([...new Set(removes)], path => path)) {
    if (!exists(connection, path)) return 'gone'
    connection.run(sql`DELETE FROM node_words WHERE rowid IN (SELECT n.seq FROM node n WHERE ${atOrBelow(path)})`)
    connection.run(sql`DELETE FROM node AS n WHERE ${atOrBelow(path)}`)
  }
  return null
}
