import { filePieceSize } from '../../content/store/filePieces.js'
import { rootPath } from '../../foundation/paths.js'
import type { Turn } from '../../foundation/turns.js'
import { withStockGroups } from '../../people/groups.js'
import type { Parts } from '../../portable/parts.js'
import type { WholeReader } from '../../portable/wholeStore.js'
import { authenticatedUsers } from '../../security/caller.js'
import type { Environment } from '../run/environment.js'
import { lineagesByPath } from './lineages.js'
import { outgoingObject } from './outgoingObject.js'
import type { OutgoingObject, OutgoingSite } from './outgoingSite.js'
import { wholeOf } from './wholeOf.js'

/** Calls `task` with a snapshot of the whole site. Others can write concurrently. */
export function exportContent<T>(environment: Environment, work: (site: OutgoingSite) => Promise<T>): Promise<T> {
  return wholeOf(environment).read(async whole => {
    const counts = await whole.counts()
    const { turns } = environment
    return work({
      counts,
      objects: () => objectsIn(environment, whole),
      addresses: () => oneByOne(whole.parts('alias'), turns),
      users: () => usersIn(whole, turns),
      groups: async () => {
        const stored: Parts['group'][] = []
        for await (const groups of whole.parts('group')) stored.push(...groups)
        return withStockGroups(stored).filter(({ id }) => id !== authenticatedUsers)
      },
      bytes: digest => bytesIn(whole, digest),
    })
  })
}

async function* oneByOne<T>(batches: AsyncIterable<readonly T[]>, turn: Turn): AsyncGenerator<T> {
  for await (const batch of batches) {
    if (turn.isOver()) await turn.next()
    yield* batch
  }
}

async function* usersIn(whole: WholeReader, turn: Turn): AsyncGenerator<Parts['user']['user']> {
  for await (const { user } of oneByOne(whole.parts('user'), turn)) yield user
}

/** The model depends on the site root, which is the first object. */
async function* objectsIn(environment: Environment, whole: WholeReader): AsyncGenerator<OutgoingObject> {
  const lineageOf = lineagesByPath()
  let at = environment
  for await (const kept of oneByOne(whole.parts('object'), environment.turns)) {
    if (kept.node.path === rootPath) at = environment.at(kept.node)
    yield outgoingObject({ environment: at, reader: whole.content, lineage: lineageOf(kept.node) }, kept)
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
