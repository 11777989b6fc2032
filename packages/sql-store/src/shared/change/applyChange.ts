import type { TimeSlice } from '@plenum/core'
import type { Change, Commit } from '@plenum/core/ports'
import type { Connection } from '../connection.js'
import { storeFile } from '../content/filePieces.js'
import { expectFiles } from '../rows/fileReferences.js'
import { sql } from '../sql.js'
import { addVersions } from './addVersions.js'
import { addAliases, removeAliases } from './aliasRows.js'
import type { ChangeStep } from './changeStep.js'
import { createNodes } from './createNodes.js'
import { expectSame, expectSizes } from './expectSame.js'
import { changeLocks } from './lockRows.js'
import { orderContainers } from './orderContainers.js'
import { removeSubtrees } from './removeSubtrees.js'
import { renameSubtrees } from './renameSubtrees.js'
import { touchContainers } from './touchContainers.js'
import { reindexNodes, updateNodes } from './updateNodes.js'

// In the order that `MapAddress` defines.
const steps: readonly ChangeStep[] = [
  expectSame,
  expectSizes,
  expectFiles,
  // Before anything refers to them.
  storeFiles,
  updateNodes,
  reindexNodes,
  touchContainers,
  orderContainers,
  removeSubtrees,
  renameSubtrees,
  createNodes,
  removeAliases,
  addAliases,
  changeLocks,
  (connection, change, slice) => connection.engine.clearBallots(change, slice),
  (connection, change, slice) => connection.engine.replaceBallots(change, slice),
  addVersions,
]

const endless: TimeSlice = { isOver: () => false, next: async () => {} }

/** Writes a change inside a transaction. The caller must roll back if the result is not ok. */
export async function applyChange(connection: Connection, change: Change, slice: TimeSlice = endless): Promise<Commit> {
  for (const step of steps) {
    const reason = await step(connection, change, slice)
    if (reason) return { ok: false, reason }
  }
  await connection.run(sql`UPDATE store SET stamp = {random text}`)
  return { ok: true }
}

async function storeFiles(connection: Connection, { files = [] }: Change, slice: TimeSlice): Promise<null> {
  for (const file of files) await storeFile(connection, file, slice)
  return null
}
