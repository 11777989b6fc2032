import type { TimeSlice } from '../../foundation/scheduler.js'
import type { Term } from '../fields/reading.js'
import type { Lineage } from '../node/node.js'
import type { CatalogQuery, Condition, Principals, SearchHit } from '../store/catalog.js'
import type { ContentReader } from '../store/contentReader.js'

/** The object and caller for which a vocabulary looks up its terms. */
export interface VocabularySource {
  readonly reader: ContentReader
  /** The lineage of the object. */
  readonly lineage: Lineage
  readonly principals: Principals
  /** A time slice for loops over many objects. */
  readonly slice: TimeSlice
  /** All hits of a query. Pauses between time slices. */
  scanAll(query: CatalogQuery): Promise<readonly SearchHit[]>
  /**
   * The search conditions that exclude expired and not yet published content if the caller may not see such content.
   */
  readonly activeOnly?: readonly Condition[]
  /** The tokens of the terms that are needed. More terms may be returned; if omitted, all terms are needed. */
  readonly tokens?: readonly string[]
}

/** A named list of terms for choice fields, which can depend on the object and on the caller. */
export interface Vocabulary {
  readonly name: string
  /** The permission that a caller needs on the object to list the terms; if omitted, no permission is needed. */
  readonly permission?: string
  terms(source: VocabularySource): Promise<readonly Term[]>
  /** A cache key: objects with equal scopes have the same terms. If omitted, the terms can differ for each object. */
  scope?(lineage: Lineage): string
}

export interface FixedVocabulary extends Vocabulary {
  readonly titles: Readonly<Record<string, string>>
}

/** A vocabulary whose terms are the same for all objects. The titles, by token, are message ids or English strings. */
export function fixedVocabulary(name: string, titles: Readonly<Record<string, string>>): FixedVocabulary {
  const terms = Object.entries(titles).map(([token, title]) => ({ token, title, titleMessage: { id: title } }))
  return { name, titles, terms: async () => terms, scope: () => '' }
}

/** A vocabulary of names, which have no translation. The terms are computed once, on first use. */
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
