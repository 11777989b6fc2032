import type { Field } from '../../content/fields/field.js'
import type { Term } from '../../content/fields/reading.js'
import type { Vocabulary, VocabularySource } from '../../content/model/vocabulary.js'
import type { Lineage } from '../../content/node/node.js'
import { scanFew } from './openEach.js'
import { activeOnly, hasNamedPermission, principalsOf, type RequestContext } from './requestContext.js'
import { type ReadForApplication, sliceFor, uninterrupted } from './uninterrupted.js'

export const vocabulariesOf = (fields: readonly Field[]): readonly string[] =>
  fields.flatMap(field => {
    if (field.kind === 'rows') return vocabulariesOf(field.columns)
    return 'vocabulary' in field ? [field.vocabulary] : []
  })

export interface TermLookup {
  readonly vocabulary: string
  readonly lineage: Lineage
  readonly tokens: ReadonlySet<string>
}

const sourceOf = (context: RequestContext, lineage: Lineage, read: ReadForApplication): VocabularySource => {
  const { reader, task } = context
  const scanAll: VocabularySource['scanAll'] = query => read(() => scanFew(context, query))
  return { reader, lineage, principals: principalsOf(context), slice: sliceFor(task, read), scanAll }
}

export async function gatherTerms(
  context: RequestContext,
  { vocabulary, lineage, tokens }: TermLookup,
): Promise<readonly Term[]> {
  const definition = context.environment.vocabularies.get(vocabulary)
  if (!definition) return []
  return uninterrupted(read => definition.terms({ ...sourceOf(context, lineage, read), tokens: [...tokens] }))
}

/** Whether the caller may list the terms of a vocabulary (docs/content-and-access.md, Vocabularies, rule 3). */
export const canListTerms = (context: RequestContext, { permission }: Vocabulary): boolean =>
  hasNamedPermission(context, permission, context.lineage)

/** Returns terms with translated titles. If `tokens` is specified, only the terms with these tokens are returned. */
export async function titledTerms(
  context: RequestContext,
  vocabulary: Vocabulary,
  tokens?: readonly string[],
): Promise<readonly Term[]> {
  const { lineage, translate } = context
  const terms = await uninterrupted(read => {
    const source = { ...sourceOf(context, lineage, read), activeOnly: activeOnly(context) }
    return vocabulary.terms({ ...source, ...(tokens ? { tokens } : {}) })
  })
  return terms.map(term => ({ ...term, title: term.titleMessage ? translate(term.titleMessage) : term.title }))
}
