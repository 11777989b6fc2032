import { sameObjects } from '@plenum/core/ports'
import { sizeUpTo } from '../content/nodeRows.js'
import { overlapping } from '../content/overlapping.js'
import type { StoredNode } from '../rows/storedNodes.js'
import { uniqueChunks } from '../rows/uniqueChunks.js'
import { among, type Connection, sql } from '../sql.js'
import { type ChangeStep, checkRevision } from './changeStep.js'
import { locksOf } from './lockRows.js'

export const expectSame: ChangeStep = async (connection, { expects = [] }, slice) => {
  for (const chunk of uniqueChunks(expects)) {
    if (slice.isOver()) await slice.next()
    const placesByUid = await nodePlaces(connection, uidsIn(chunk))
    const locks = await locksOf(connection, uidsIn(chunk.filter(({ lock }) => lock !== undefined)))
    for (const { uid, revision, path, lock } of chunk) {
      const before = placesByUid.get(uid)
      const reason = checkRevision(before, revision)
      if (reason) return reason
      if (path !== undefined && path !== before?.path) return 'changed'
      if (lock !== undefined && lock !== (locks.get(uid)?.token ?? null)) return 'changed'
    }
  }
  return null
}

const uidsIn = (some: readonly { readonly uid: string }[]): readonly string[] => some.map(({ uid }) => uid)

interface NodePlace extends Pick<StoredNode, 'uid' | 'revision'> {
  readonly path: string
}

async function nodePlaces(connection: Connection, uids: readonly string[]): Promise<ReadonlyMap<string, NodePlace>> {
  const rows = await connection.rows<NodePlace>(
    sql`SELECT n.uid, n.revision, n.path FROM node n WHERE n.uid IN ${among(uids)}`,
  )
  return new Map(rows.map(row => [row.uid, row]))
}

export const expectSizes: ChangeStep = async (connection, { sizes = [] }, slice) => {
  for (const { path, size } of sizes) {
    if (slice.isOver()) await slice.next()
    if ((await sizeUpTo(connection, path, size + 1)) !== size) return 'changed'
  }
  return null
}

export const expectOverlaps: ChangeStep = async (connection, { overlaps = [] }, slice) => {
  for (const { objects, ...query } of overlaps) {
    if (slice.isOver()) await slice.next()
    if (!sameObjects(await overlapping(connection, query), objects)) return 'changed'
  }
  return null
}
