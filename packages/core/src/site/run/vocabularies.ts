import type { Field } from '../../content/fields/field.js'
import type { Term } from '../../content/fields/reading.js'
import type { Vocabulary } from '../../content/model/vocabulary.js'
import type { Lineage } from '../../content/node/lineage.js'
import { activeOnly, may, principalsOf, type Visit } from './visit.js'

/** Names of the vocabularies that fields draw from, those of rows included. */
export function vocabulariesOf(fields: readonly Field[]): readonly string[] {
  return fields.flatMap(field => {
    if (field.kind === 'rows') return vocabulariesOf(field.columns)
    return 'vocabulary' in field ? [field.vocabulary] : []
  })
}

/** Terms that are wanted of a vocabulary, as the caller sees them from a place. */
export interface WantedTerms {
  readonly vocabulary: string
  readonly lineage: Lineage
  /** Those of other tokens may be left out. */
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

/** Whether the caller may list the terms at the object (docs/content-and-access.md, Vocabularies, rule 3). */
export function mayListTerms(visit: Visit, { permission }: Vocabulary): boolean {
  return permission === undefined || may(visit, permission)
}

/** Terms at the object, as the caller sees them and in the caller's language; those of other tokens may be left out. */
export async function titledTerms(
  visit: Visit,
  vocabulary: Vocabulary,
  tokens?: readonly string[],
): Promise<readonly Term[]> {
  const { reader, lineage, work, translate } = visit
  const source = { reader, lineage, turn: work, principals: principalsOf(visit), activeOnly: activeOnly(visit) }
  const terms = await vocabulary.terms({ ...source, ...(tokens ? { tokens } : {}) })
  return terms.map(term => ({ ...term, title: term.wording ? translate(term.wording) : term.title }))
}
