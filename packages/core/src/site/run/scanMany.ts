import type { SearchHit } from '../../content/store/catalog.js'
import type { CatalogQuery } from '../../content/store/catalogQuery.js'
import type { CatalogReader, ScanResult } from '../../content/store/contentReader.js'
import { collect, type TimeSlice } from '../../foundation/scheduler.js'
import type { RequestContext } from './requestContext.js'

/** Scanning up to this number of objects takes only a few milliseconds. */
export const maxShortScan = 100

/**
 * Hits in chunks. For a large result, the task acquires the permit for long tasks before it reads. Otherwise each of
 * many such requests would run for one slice, be postponed, and start over.
 */
export async function scanMany({ reader, task }: RequestContext, query: CatalogQuery): Promise<ScanResult> {
  const { principals, where } = query
  if ((await reader.countUpTo({ principals, where }, maxShortScan + 1)) > maxShortScan) task.expectLong()
  return reader.scan(query, task)
}

/** All hits of a query that rarely has many: pauses between time slices, but acquires no permit before. */
export async function scanFew(
  { reader, task }: { readonly reader: CatalogReader; readonly task: TimeSlice },
  query: CatalogQuery,
): Promise<readonly SearchHit[]> {
  return collect((await reader.scan(query)).chunks, task)
}

export async function scanAll(context: RequestContext, query: CatalogQuery): Promise<readonly SearchHit[]> {
  return collect((await scanMany(context, query)).chunks, context.task)
}
