import { parentPath } from '@plenum/core'
import type { Connection } from '../connection.js'
import { depthOf } from '../depthOf.js'
import { atOrBelow } from '../nodeRows.js'
import { type Sql, sql } from '../sql.js'
import type { ChangeStep, Refusal } from './changeStep.js'
import { deepestFirst, exists, forgetAlias, nextPosition } from './places.js'

interface Renaming {
  readonly from: string
  readonly to: string
}

export const renameSubtrees: ChangeStep = (connection, { renames = [] }) => {
  for (const renaming of deepestFirst(renames, ({ from }) => from)) {
    const because = whyNot(connection, renaming)
    if (because) return because
    rename(connection, renaming)
  }
  return null
}

function whyNot(connection: Connection, { from, to }: Renaming): Refusal | null {
  if (!exists(connection, from)) return 'gone'
  if (exists(connection, to)) return 'taken'
  // Into itself there is no way.
  const isInside = to.startsWith(`${from}/`) || from === '/'
  return isInside || !exists(connection, parentPath(to)) ? 'gone' : null
}

function rename(connection: Connection, { from, to }: Renaming): void {
  const container = parentPath(to)
  const stays = parentPath(from) === container
  const position = stays ? sql`position` : nextPosition(container)
  connection.run(sql`UPDATE node SET position = ${position} WHERE path = ${from}`)
  connection.run(sql`
    UPDATE node AS n SET
      parent = CASE path WHEN ${from} THEN ${container} ELSE ${rebased(sql`parent`, { from, to })} END,
      depth = depth + ${depthOf(to) - depthOf(from)},
      path = ${rebased(sql`path`, { from, to })}
    WHERE ${atOrBelow(from)}`)
  forgetAliases(connection, to)
  connection.run(sql`INSERT OR REPLACE INTO alias (path, seq) SELECT ${from}, seq FROM node WHERE path = ${to}`)
}

/** A path below `from` as one below `to`; length is SQLite's, which counts characters otherwise than we do. */
function rebased(path: Sql, { from, to }: Renaming): Sql {
  return sql`${to} || substr(${path}, length(${from}) + 1)`
}

function forgetAliases(connection: Connection, path: string): void {
  forgetAlias(connection, path)
  connection.run(sql`
    DELETE FROM alias AS a WHERE a.path >= ${`${path}/`} AND a.path < ${`${path}0`} AND EXISTS (SELECT 1 FROM node n WHERE n.path = a.path)`)
}
