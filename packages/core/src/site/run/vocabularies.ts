import type { Field } from '../../content/fields/field.js'
import type { Term } from '../../content/fields/reading.js'
import type { Vocabulary } from '../../content/model/vocabulary.js'
import type { Lineage } from '../../content/node/lineage.js'
import { activeOnly, may, principalsOf, type Visit } from './visit.js'

/** The names of the vocabularies that fields use, including columns of rows. */
export function vocabulariesOf(fields: readonly Field[]): readonly string[] {
  return fields.flatMap(field => {
    if (field.kind === 'rows') return vocabulariesOf(field.columns)
    return 'vocabulary' in field ? [field.vocabulary] : []
  })
}

/** A vocabulary lookup for an object. */
export interface WantedTerms {
  readonly vocabulary: string
  readonly lineage: Lineage
  /** The tokens to look up. */
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

/** The terms that the caller sees at the object, translated; `tokens` may limit the lookup to those terms. */
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
