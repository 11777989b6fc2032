import type { TimeSlice } from '@plenum/core'
import { type Change, type ChangeSteps, type Commit, changeSteps } from '@plenum/core/ports'
import { clearBallots, replaceBallots } from '../ballots/changeBallots.js'
import { storeFile } from '../content/filePieces.js'
import { endless } from '../endless.js'
import { addMails } from '../mails/mailStore.js'
import { expectFiles } from '../rows/fileReferences.js'
import type { Connection } from '../sql.js'
import { addEvents, addSubtreeEvents } from './addEvents.js'
import { addVersions } from './addVersions.js'
import { addAliases, removeAliases } from './aliasRows.js'
import { orderContainers, touchContainers } from './changeContainers.js'
import type { ChangeStep } from './changeStep.js'
import { removeSubtrees, renameSubtrees } from './changeSubtrees.js'
import { expectOverlaps, expectSame, expectSizes } from './expectSame.js'
import { changeLocks } from './lockRows.js'
import { createNodes, reindexNodes, updateNodes } from './updateNodes.js'

const steps: ChangeSteps<ChangeStep> = {
  expects: expectSame,
  sizes: expectSizes,
  overlaps: expectOverlaps,
  expectedFiles: expectFiles,
  origin: addSubtreeEvents,
  files: storeFiles,
  updates: updateNodes,
  entries: reindexNodes,
  touches: touchContainers,
  orders: orderContainers,
  removes: removeSubtrees,
  renames: renameSubtrees,
  creates: createNodes,
  removeAliases,
  aliases: addAliases,
  locks: changeLocks,
  clearBallots,
  replaceBallots,
  versions: addVersions,
  events: addEvents,
  mails: addMails,
}

/** Writes a change in a transaction. If the result is a refusal, the caller must roll back the transaction. */
export async function applyChange(connection: Connection, change: Change, slice: TimeSlice = endless): Promise<Commit> {
  for (const name of changeSteps) {
    const reason = await steps[name](connection, change, slice)
    if (reason) return { ok: false, reason }
  }
  return { ok: true }
}

async function storeFiles(connection: Connection, { files = [] }: Change, slice: TimeSlice): Promise<null> {
  for (const file of files) await storeFile(connection, file, slice)
  return null
}
