import type { Turn } from '@plenum/core'
import type { Change, Commit } from '@plenum/core/ports'
import type { Connection } from '../connection.js'
import { keepFile } from '../filePieces.js'
import { sql } from '../sql.js'
import { addAliases, removeAliases } from './aliasRows.js'
import type { ChangeStep } from './changeStep.js'
import { createNodes } from './createNodes.js'
import { expectSame, expectSizes } from './expectSame.js'
import { expectFiles } from './fileReferences.js'
import { keepVersions } from './keepVersions.js'
import { changeLocks } from './lockRows.js'
import { orderContainers } from './orderContainers.js'
import { removeSubtrees } from './removeSubtrees.js'
import { renameSubtrees } from './renameSubtrees.js'
import { touchContainers } from './touchContainers.js'
import { reindexNodes, updateNodes } from './updateNodes.js'

// In the order that `Change` defines.
const steps: readonly ChangeStep[] = [
  expectSame,
  expectSizes,
  expectFiles,
  // Before anything refers to them.
  keepFiles,
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
  (connection, change, turn) => connection.engine.clearBallots(change, turn),
  (connection, change, turn) => connection.engine.replaceBallots(change, turn),
  keepVersions,
]

const endless: Turn = { isOver: () => false, next: async () => {} }

/** Writes a change inside a transaction. The caller must roll back if the result is not ok. */
export async function applyChange(connection: Connection, change: Change, turn: Turn = endless): Promise<Commit> {
  for (const step of steps) {
    const reason = await step(connection, change, turn)
    if (reason) return { ok: false, reason }
  }
  await connection.run(sql`UPDATE store SET stamp = {random text}`)
  return { ok: true }
}

async function keepFiles(connection: Connection, { files = [] }: Change, turn: Turn): Promise<null> {
  for (const file of files) await keepFile(connection, file, turn)
  return null
}
