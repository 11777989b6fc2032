import type { ByRelation, RelationPair, RelationsOfName } from '../../../answers/references.js'
import type { Summary } from '../../../answers/summary.js'
import type { SearchHit } from '../../../content/store/catalog.js'
import type { RequestContext } from '../../run/requestContext.js'
import { summaries } from '../summaries.js'
import { mapNames, type Pair } from './pairs.js'

export interface ResolvedPair extends Pair {
  readonly target: SearchHit
}

/** The maximum number of references of one name in an answer. */
export const maxItems = 100

/** `{<name>: {items: [{source, target}], items_total}}`, with summaries of both. */
export async function presentPairs(
  context: RequestContext,
  pairs: readonly ResolvedPair[],
): Promise<ByRelation<RelationsOfName<RelationPair>>> {
  const byUid = await summariesByUid(context, firstOfEachName(pairs))
  const summaryOf = ({ uid }: SearchHit): Partial<Summary> => byUid.get(uid) ?? {}
  const present = ({ source, target }: ResolvedPair): RelationPair => ({
    source: summaryOf(source),
    target: summaryOf(target),
  })
  return mapNames(pairs, group => ({ items: group.slice(0, maxItems).map(present), items_total: group.length }))
}

function firstOfEachName(pairs: readonly ResolvedPair[]): readonly ResolvedPair[] {
  const first: ResolvedPair[] = []
  mapNames(pairs, group => first.push(...group.slice(0, maxItems)))
  return first
}

async function summariesByUid(
  context: RequestContext,
  pairs: readonly ResolvedPair[],
): Promise<ReadonlyMap<string, Partial<Summary>>> {
  const entries = new Map(pairs.flatMap(({ source, target }) => [source, target]).map(entry => [entry.uid, entry]))
  const presented = await summaries(context, [...entries.values()])
  return new Map([...entries.keys()].map((uid, i) => [uid, { ...presented[i], UID: uid }]))
}
