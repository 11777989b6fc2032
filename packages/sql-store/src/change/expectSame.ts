import type { Connection } from '../connection.js'
import { sizeUpTo } from '../sizeUpTo.js'
import { among, sql } from '../sql.js'
import type { ChangeStep } from './changeStep.js'
import type { KnownNode } from './knownNodes.js'
import { locksOf } from './lockRows.js'
import { stretchesOf } from './stretchesOf.js'
import { whyNot } from './whyNot.js'

export const expectSame: ChangeStep = async (connection, { expects = [] }, turn) => {
  for (const stretch of stretchesOf(expects)) {
    if (turn.isOver()) await turn.next()
    const known = await placesOf(connection, uidsIn(stretch))
    const locks = await locksOf(connection, uidsIn(stretch.filter(({ lock }) => lock !== undefined)))
    for (const { uid, revision, path, lock } of stretch) {
      const before = known.get(uid)
      const reason = whyNot(before, revision)
      if (reason) return reason
      if (path !== undefined && path !== before?.path) return 'changed'
      if (lock !== undefined && lock !== (locks.get(uid)?.token ?? null)) return 'changed'
    }
  }
  return null
}

const uidsIn = (some: readonly { readonly uid: string }[]): readonly string[] => some.map(({ uid }) => uid)

interface Place extends Pick<KnownNode, 'uid' | 'revision'> {
  readonly path: string
}

async function placesOf(connection: Connection, uids: readonly string[]): Promise<ReadonlyMap<string, Place>> {
  const rows = await connection.rows<Place>(
    sql`SELECT n.uid, n.revision, n.path FROM node n WHERE n.uid IN ${among(uids)}`,
  )
  return new Map(rows.map(row => [row.uid, row]))
}

export const expectSizes: ChangeStep = async (connection, { sizes = [] }, turn) => {
  for (const { path, size } of sizes) {
    if (turn.isOver()) await turn.next()
    if ((await sizeUpTo(connection, path, size + 1)) !== size) return 'changed'
  }
  return null
}
