import type { TimeSlice } from '../../foundation/scheduler.js'
import { type Part, type PartCounts, partKinds } from '../../portable/parts.js'
import { allParts } from '../../portable/wholeStore.js'
import type { Platform } from '../run/environment.js'
import { wholeOf } from './wholeOf.js'
import { withoutSecrets } from './withoutSecrets.js'

/** All stored data of a site in one snapshot, without secrets of the service. */
export interface SiteCopy {
  readonly counts: PartCounts
  readonly parts: AsyncIterable<Part>
}

/** Calls `task` with a copy, whose parts can be read once and only while it runs. Others can write concurrently. */
export function backupSite<T>(
  platform: Pick<Platform, 'whole' | 'scheduler'>,
  task: (copy: SiteCopy) => Promise<T>,
): Promise<T> {
  return wholeOf(platform).read(async whole => {
    const counts = await whole.counts()
    return task({ counts, parts: partsWithoutSecrets(allParts(whole, partKinds), platform.scheduler) })
  })
}

async function* partsWithoutSecrets(parts: AsyncIterable<Part>, slice: TimeSlice): AsyncGenerator<Part> {
  for await (const part of parts) {
    if (slice.isOver()) await slice.next()
    yield withoutSecrets(part)
  }
}
