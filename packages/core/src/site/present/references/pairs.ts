import { hitOf } from '../../../content/catalog/catalogEntry.js'
import { type Reference, referencesOf } from '../../../content/catalog/references.js'
import { type Lineage, objectOf } from '../../../content/node/lineage.js'
import type { SearchHit } from '../../../content/store/catalog.js'
import type { Condition } from '../../../content/store/catalogQuery.js'
import { permission } from '../../../security/stockPermissions.js'
import { openEach } from '../../run/openEach.js'
import { activeOnly, hasPermissionAt, principalsOf, type RequestContext } from '../../run/requestContext.js'
import { scanMany } from '../../run/scanMany.js'
import { readableFields } from '../gatherForContent.js'

/** A reference with its source. */
export interface Pair extends Reference {
  readonly source: SearchHit
}

/** The maximum number of references per request. */
const maxPairs = 10_000

/** Matching references of all objects that meet the conditions and that the caller may view, in order of creation. */
export async function pairsOf(
  context: RequestContext,
  where: readonly Condition[],
  matches: (reference: Reference) => boolean,
): Promise<readonly Pair[]> {
  const pairs: Pair[] = []
  const activeConditions = activeOnly(context, context.lineage.slice(0, 1))
  const { chunks } = await scanMany(context, {
    principals: principalsOf(context),
    where: [...where, ...activeConditions],
  })
  for await (const hits of chunks) {
    for (const lineage of await openHits(context, hits)) {
      if (context.task.isOver()) await context.task.next()
      const source = hitOf(lineage, context.environment)
      const matching = referencesIn(context, lineage).filter(matches)
      for (const reference of matching.slice(0, maxPairs - pairs.length)) pairs.push({ ...reference, source })
      if (pairs.length === maxPairs) return pairs
    }
  }
  return pairs
}

async function openHits(context: RequestContext, hits: readonly SearchHit[]): Promise<readonly Lineage[]> {
  const opened = (await openEach(context, hits)).map(([, lineage]) => lineage)
  return opened.filter(lineage => hasPermissionAt(context, permission.view, lineage))
}

/** Only from fields that the caller may read. */
const referencesIn = (context: RequestContext, lineage: Lineage): readonly Reference[] =>
  referencesOf(objectOf(lineage), readableFields(context, lineage))

/** Groups pairs by name and maps each group. */
export function mapNames<P extends Reference, Value>(
  pairs: readonly P[],
  map: (group: readonly P[]) => Value,
): Readonly<Record<string, Value>> {
  const byName = new Map<string, P[]>()
  for (const pair of pairs) {
    const group = byName.get(pair.name) ?? []
    group.push(pair)
    byName.set(pair.name, group)
  }
  return Object.fromEntries([...byName].map(([name, group]) => [name, map(group)]))
}
