import type { FoundEntry } from '../../content/store/catalog.js'
import type { CatalogQuery } from '../../content/store/catalogQuery.js'
import type { Scanned } from '../../content/store/contentStore.js'
import { collect } from '../../foundation/turns.js'
import type { Visit } from './visit.js'

/** Scanning up to this number of objects takes only a few milliseconds. */
export const few = 100

/**
 * Hits in chunks. For a large result, the task acquires the permit for long tasks before it reads. Otherwise each of
 * many such requests would run for one slice, be postponed, and start over.
 */
export async function scanMany({ reader, work }: Visit, query: CatalogQuery): Promise<Scanned> {
  const { principals, where } = query
  if ((await reader.countUpTo({ principals, where }, few + 1)) > few) work.expectLong()
  return reader.scan(query, work)
}

export async function scanAll(visit: Visit, query: CatalogQuery): Promise<readonly FoundEntry[]> {
  return collect((await scanMany(visit, query)).stretches, visit.work)
}
