import type { Field } from '../content/fields/field.js'
import type { Term } from '../content/fields/reading.js'
import type { ContentNode } from '../content/node.js'
import { sightOf, type Visit } from './visit.js'

/** Names of the vocabularies that fields draw from, those of rows included. */
export function vocabulariesOf(fields: readonly Field[]): readonly string[] {
  return fields.flatMap(field => {
    if (field.kind === 'rows') return vocabulariesOf(field.columns)
    return 'vocabulary' in field ? [field.vocabulary] : []
  })
}

export type Terms = ReadonlyMap<string, readonly Term[]>

/** The terms of vocabularies as the caller sees them from a place. */
export async function gatherTerms(
  visit: Visit,
  names: readonly string[],
  lineage: readonly ContentNode[] = visit.lineage,
): Promise<Terms> {
  const source = { reader: visit.reader, lineage, sight: sightOf(visit) }
  const terms = new Map<string, readonly Term[]>()
  for (const name of new Set(names))
    terms.set(name, (await visit.environment.vocabularies.get(name)?.terms(source)) ?? [])
  return terms
}
