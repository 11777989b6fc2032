import type { FoundEntry } from '../../content/store/catalog.js'
import type { CatalogQuery } from '../../content/store/catalogQuery.js'
import type { Scanned } from '../../content/store/contentStore.js'
import { collect } from '../../foundation/turns.js'
import type { Visit } from './visit.js'

/** Up to so many objects are a matter of a few milliseconds. */
export const few = 100

/**
 * Hits in stretches. Where there are many, the work takes its place among long work before it reads them: of a crowd of
 * such requests most would find out one after the other otherwise, each after a turn's work that has to be done again.
 */
export async function scanMany({ reader, work }: Visit, query: CatalogQuery): Promise<Scanned> {
  const { principals, where } = query
  if ((await reader.countUpTo({ principals, where }, few + 1)) > few) work.expectLong()
  return reader.scan(query)
}

export async function scanAll(visit: Visit, query: CatalogQuery): Promise<readonly FoundEntry[]> {
  return collect((await scanMany(visit, query)).stretches, visit.work)
}
