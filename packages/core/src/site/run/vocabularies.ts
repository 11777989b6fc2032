import type { Field } from '../../content/fields/field.js'
import type { Term } from '../../content/fields/reading.js'
import type { Lineage } from '../../content/node/lineage.js'
import { principalsOf, type Visit } from './visit.js'

/** The names of the vocabularies that fields use, including columns of rows. */
export function vocabulariesOf(fields: readonly Field[]): readonly string[] {
  return fields.flatMap(field => {
    if (field.kind === 'rows') return vocabulariesOf(field.columns)
    return 'vocabulary' in field ? [field.vocabulary] : []
  })
}

/** The terms to look up in a vocabulary, for an object. */
export interface WantedTerms {
  readonly vocabulary: string
  readonly lineage: Lineage
  /** The tokens of the needed terms. */
  readonly tokens: ReadonlySet<string>
}

export async function gatherTerms(
  visit: Visit,
  { vocabulary, lineage, tokens }: WantedTerms,
): Promise<readonly Term[]> {
  const { environment, reader, work } = visit
  const source = { reader, lineage, principals: principalsOf(visit), turn: work, tokens: [...tokens] }
  return (await environment.vocabularies.get(vocabulary)?.terms(source)) ?? []
}
