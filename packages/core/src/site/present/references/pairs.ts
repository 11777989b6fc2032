import { entryAtHand } from '../../../content/catalog/catalogEntry.js'
import { type Reference, referencesOf } from '../../../content/catalog/references.js'
import { type Lineage, objectOf } from '../../../content/node/lineage.js'
import type { FoundEntry } from '../../../content/store/catalog.js'
import type { Condition } from '../../../content/store/catalogQuery.js'
import { permission } from '../../../security/stockPermissions.js'
import { openEach } from '../../run/openEach.js'
import { scanMany } from '../../run/scanMany.js'
import { activeOnly, mayAt, principalsOf, type Visit } from '../../run/visit.js'
import { readableFields } from '../gatherForContent.js'

/** A reference with its source. */
export interface Pair extends Reference {
  readonly source: FoundEntry
}

/** The maximum number of references per request. */
const maxPairs = 10_000

/** Matching references of all objects that meet the conditions and that the caller may view, in order of creation. */
export async function pairsOf(
  visit: Visit,
  where: readonly Condition[],
  isWanted: (reference: Reference) => boolean,
): Promise<readonly Pair[]> {
  const pairs: Pair[] = []
  const hides = activeOnly(visit, visit.lineage.slice(0, 1))
  const { stretches } = await scanMany(visit, { principals: principalsOf(visit), where: [...where, ...hides] })
  for await (const hits of stretches) {
    for (const lineage of await openHits(visit, hits)) {
      if (visit.work.isOver()) await visit.work.next()
      const source = entryAtHand(lineage, visit.environment)
      const wanted = referencesIn(visit, lineage).filter(isWanted)
      for (const reference of wanted.slice(0, maxPairs - pairs.length)) pairs.push({ ...reference, source })
      if (pairs.length === maxPairs) return pairs
    }
  }
  return pairs
}

async function openHits(visit: Visit, hits: readonly FoundEntry[]): Promise<readonly Lineage[]> {
  const opened = (await openEach(visit, hits)).map(([, lineage]) => lineage)
  return opened.filter(lineage => mayAt(visit, permission.view, lineage))
}

/** Only from fields that the caller may read. */
const referencesIn = (visit: Visit, lineage: Lineage): readonly Reference[] =>
  referencesOf(objectOf(lineage), readableFields(visit, lineage))

/** Groups pairs by name and maps each group. */
export function mapNames<P extends Reference, Value>(
  pairs: readonly P[],
  make: (own: readonly P[]) => Value,
): Readonly<Record<string, Value>> {
  const byName = new Map<string, P[]>()
  for (const pair of pairs) {
    const own = byName.get(pair.name) ?? []
    own.push(pair)
    byName.set(pair.name, own)
  }
  return Object.fromEntries([...byName].map(([name, own]) => [name, make(own)]))
}
