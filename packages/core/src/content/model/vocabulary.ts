import type { TimeSlice } from '../../foundation/scheduler.js'
import type { Term } from '../fields/reading.js'
import type { Lineage } from '../node/node.js'
import type { CatalogQuery, Condition, Principals, SearchHit } from '../store/catalog.js'
import type { ContentReader } from '../store/contentReader.js'

/** The object and the caller for which a vocabulary is read. */
export interface VocabularySource {
  readonly reader: ContentReader
  readonly lineage: Lineage
  readonly principals: Principals
  readonly slice: TimeSlice
  /** Returns all hits of a query. Pauses between time slices. */
  scanAll(query: CatalogQuery): Promise<readonly SearchHit[]>
  /** The conditions that exclude unpublished and expired content, unless the caller may view such content. */
  readonly activeOnly?: readonly Condition[]
  /**
   * The tokens whose terms are needed. A vocabulary may return more terms. If `tokens` is omitted, all terms are
   * needed.
   */
  readonly tokens?: readonly string[]
}

/** A named list of terms for choice fields. The terms can depend on the object and on the caller. */
export interface Vocabulary {
  readonly name: string
  /** The permission that a caller needs on the object to list the terms. If omitted, everybody can list them. */
  readonly permission?: string
  terms(source: VocabularySource): Promise<readonly Term[]>
  /**
   * Returns a cache key. Objects with the same key have the same terms. If this function is omitted, the terms can
   * differ between objects.
   */
  scope?(lineage: Lineage): string
}

export interface FixedVocabulary extends Vocabulary {
  readonly titles: Readonly<Record<string, string>>
}

/** Creates a vocabulary with the same terms for all objects. `titles` maps tokens to message ids or English strings. */
export function fixedVocabulary(name: string, titles: Readonly<Record<string, string>>): FixedVocabulary {
  const terms = Object.entries(titles).map(([token, title]) => ({ token, title, titleMessage: { id: title } }))
  return { name, titles, terms: async () => terms, scope: () => '' }
}

/** Creates a vocabulary of untranslated names. The terms are computed on first use. */
export function plainVocabulary(
  name: string,
  tokens: () => readonly string[],
  title: (token: string) => string = token => token,
): Vocabulary {
  let terms: readonly Term[] | undefined
  const list = (): readonly Term[] => {
    terms ??= tokens().map(token => ({ token, title: title(token) }))
    return terms
  }
  return { name, terms: async () => list(), scope: () => '' }
}
