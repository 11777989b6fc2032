import { filePieceSize } from '../../content/store/filePieces.js'
import { rootPath } from '../../foundation/paths.js'
import { eachOf, type TimeSlice } from '../../foundation/scheduler.js'
import { withStockGroups } from '../../people/groups.js'
import type { Parts, WholeReader } from '../../portable/wholeStore.js'
import { authenticatedUsers } from '../../security/caller.js'
import type { Environment } from '../run/environment.js'
import { outgoingObject } from './outgoingObject.js'
import type { OutgoingObject, OutgoingSite } from './outgoingSite.js'
import { lineagesByPath, wholeOf } from './wholeOf.js'

/** Calls `task` with a snapshot of the site. Concurrent commits do not change the snapshot. */
export const exportContent = <T>(environment: Environment, task: (site: OutgoingSite) => Promise<T>): Promise<T> =>
  wholeOf(environment).read(async whole => {
    const counts = await whole.counts()
    const { scheduler } = environment
    return task({
      counts,
      objects: () => objectsIn(environment, whole),
      addresses: () => eachOf(whole.parts('alias'), scheduler),
      users: () => usersIn(whole, scheduler),
      groups: async () => {
        const stored: Parts['group'][] = []
        for await (const groups of whole.parts('group')) stored.push(...groups)
        return withStockGroups(stored).filter(({ id }) => id !== authenticatedUsers)
      },
      bytes: digest => bytesIn(whole, digest),
    })
  })

async function* usersIn(whole: WholeReader, slice: TimeSlice): AsyncGenerator<Parts['user']['user']> {
  for await (const { user } of eachOf(whole.parts('user'), slice)) yield user
}

async function* objectsIn(environment: Environment, whole: WholeReader): AsyncGenerator<OutgoingObject> {
  const lineageOf = lineagesByPath()
  let at = environment
  for await (const stored of eachOf(whole.parts('object'), environment.scheduler)) {
    if (stored.node.path === rootPath) at = environment.at(stored.node)
    yield outgoingObject({ environment: at, reader: whole.content, lineage: lineageOf(stored.node) }, stored)
  }
}

async function* bytesIn({ content }: WholeReader, digest: string): AsyncGenerator<Uint8Array> {
  for (let number = 0; ; number += 1) {
    const piece = await content.filePiece(digest, number)
    if (piece === null && number === 0) throw new Error(`The bytes of the file ${digest} are missing.`)
    if (piece) yield piece
    if ((piece?.length ?? 0) < filePieceSize) return
  }
}
