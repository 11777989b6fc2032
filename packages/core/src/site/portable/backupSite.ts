import type { Turn } from '../../foundation/turns.js'
import { type Part, type PartCounts, partKinds } from '../../portable/parts.js'
import { allParts } from '../../portable/wholeStore.js'
import type { World } from '../run/environment.js'
import { wholeOf } from './wholeOf.js'
import { withoutSecrets } from './withoutSecrets.js'

/** All stored data of a site in one snapshot, without secrets of the service. */
export interface SiteCopy {
  readonly counts: PartCounts
  readonly parts: AsyncIterable<Part>
}

/** Calls `task` with a copy, whose parts can be read once and only while it runs. Others can write concurrently. */
export function backupSite<T>(world: Pick<World, 'whole' | 'turns'>, work: (copy: SiteCopy) => Promise<T>): Promise<T> {
  return wholeOf(world).read(async whole => {
    const counts = await whole.counts()
    return work({ counts, parts: told(allParts(whole, partKinds), world.turns) })
  })
}

async function* told(parts: AsyncIterable<Part>, turn: Turn): AsyncGenerator<Part> {
  for await (const part of parts) {
    if (turn.isOver()) await turn.next()
    yield withoutSecrets(part)
  }
}
