import type { ByRelation, RelationPair, RelationsOfName } from '../../../answers/references.js'
import type { Summary } from '../../../answers/summary.js'
import type { FoundEntry } from '../../../content/store/catalog.js'
import type { Visit } from '../../run/visit.js'
import { summaries } from '../summaries.js'
import { mapNames, type Pair } from './pairs.js'

export interface ResolvedPair extends Pair {
  readonly target: FoundEntry
}

/** The maximum number of references of one name in an answer. */
export const maxItems = 100

/** `{<name>: {items: [{source, target}], items_total}}`, with summaries of both. */
export async function presentPairs(
  visit: Visit,
  pairs: readonly ResolvedPair[],
): Promise<ByRelation<RelationsOfName<RelationPair>>> {
  const byUid = await summariesByUid(visit, firstOfEachName(pairs))
  const summaryOf = ({ uid }: FoundEntry): Partial<Summary> => byUid.get(uid) ?? {}
  const present = ({ source, target }: ResolvedPair): RelationPair => ({
    source: summaryOf(source),
    target: summaryOf(target),
  })
  return mapNames(pairs, own => ({ items: own.slice(0, maxItems).map(present), items_total: own.length }))
}

function firstOfEachName(pairs: readonly ResolvedPair[]): readonly ResolvedPair[] {
  const first: ResolvedPair[] = []
  mapNames(pairs, own => first.push(...own.slice(0, maxItems)))
  return first
}

async function summariesByUid(
  visit: Visit,
  pairs: readonly ResolvedPair[],
): Promise<ReadonlyMap<string, Partial<Summary>>> {
  const entries = new Map(pairs.flatMap(({ source, target }) => [source, target]).map(entry => [entry.uid, entry]))
  const shown = await summaries(visit, [...entries.values()])
  return new Map([...entries.keys()].map((uid, i) => [uid, { ...shown[i], UID: uid }]))
}
