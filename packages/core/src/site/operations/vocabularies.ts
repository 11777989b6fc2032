import type { VocabularyLink } from '../../answers/forms.js'
import type { TitledTerm } from '../../answers/terms.js'
import type { Vocabulary } from '../../content/model/vocabulary.js'
import { DomainError, message } from '../../foundation/messages.js'
import type { Batch, Listing, Operation } from '../run/operation.js'
import { type RequestContext, unauthorized, urlOfContext } from '../run/requestContext.js'
import { canListTerms, titledTerms } from '../run/vocabularies.js'

/**
 * `GET {path}/@vocabularies` lists all vocabularies. The operation is public. The permission to read the terms is
 * checked separately for each vocabulary.
 */
export const listVocabularies: Operation<undefined, readonly VocabularyLink[]> = {
  permission: null,
  dependsOn: async () => ({}),
  async run(context) {
    const names = [...context.environment.vocabularies.keys()].sort()
    return { answer: names.map(name => ({ '@id': `${urlOfContext(context)}/@vocabularies/${name}`, title: name })) }
  },
}

export interface GetVocabularyInput {
  readonly name: string
  /** The requested batch, or null to return all terms. */
  readonly batch: Batch | null
  /** Selects terms whose title contains this string (case-insensitive). */
  readonly title?: string
  /** Selects terms with these tokens. */
  readonly tokens?: readonly string[]
}

export interface VocabularyAnswer extends Omit<Listing<TitledTerm>, 'batch'>, Pick<GetVocabularyInput, 'batch'> {}

/** `GET {path}/@vocabularies/{name}` returns the terms of a vocabulary (docs/content-and-access.md, Vocabularies). */
export const getVocabulary: Operation<GetVocabularyInput, VocabularyAnswer> = {
  permission: null,
  exclusiveSlice: true,
  dependsOn: async () => ({}),
  async run(context, { name, batch, title, tokens }) {
    if (title !== undefined && tokens !== undefined) throw new DomainError('bad-filter', message('vocabulary.filters'))
    const titled = await titledTerms(context, requireVocabulary(context, name), tokens)
    const terms = (tokens === undefined ? titled : withTokens(titled, tokens)).filter(
      term => title === undefined || term.title.toLowerCase().includes(title.toLowerCase()),
    )
    const page = batch ? terms.slice(batch.start, batch.start + batch.size) : terms
    return {
      answer: { items: page.map(({ token, title: text }) => ({ token, title: text })), total: terms.length, batch },
    }
  },
}

/**
 * Returns the terms with the given tokens. As in Plone, the case of a token does not matter, unless a term has exactly
 * this token.
 */
function withTokens(terms: readonly TitledTerm[], tokens: readonly string[]): readonly TitledTerm[] {
  const existing = new Set(terms.map(({ token }) => token))
  const exact = new Set(tokens.filter(token => existing.has(token)))
  const folded = new Set(tokens.filter(token => !existing.has(token)).map(token => token.toLowerCase()))
  return terms.filter(({ token }) => exact.has(token) || folded.has(token.toLowerCase()))
}

/**
 * Returns the vocabulary with the given name. Throws a DomainError `vocabulary-missing` if the name is unknown, and
 * `unauthorized` (visitors) or `forbidden` (members) if the caller may not list the terms (docs/content-and-access.md,
 * Vocabularies, rule 3).
 */
function requireVocabulary(context: RequestContext, name: string): Vocabulary {
  const vocabulary = context.environment.vocabularies.get(name)
  if (!vocabulary)
    throw new DomainError('vocabulary-missing', message('vocabulary.missing', { name: name.slice(0, 200) }))
  if (canListTerms(context, vocabulary)) return vocabulary
  if (context.caller.kind === 'anonymous') throw unauthorized(context.lineage, context.environment)
  throw new DomainError('forbidden', message('access.denied'))
}
