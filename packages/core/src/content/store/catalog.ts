import type { JsonObject } from '../../foundation/json.js'

export type IndexValue = string | number | boolean

/** The index values of an object by index name. An object with several values is found by each of them. */
export type Indexes = Readonly<Record<string, IndexValue | readonly IndexValue[]>>

/** The catalog entry of an object without its words. Summaries are computed from `columns`. */
export interface CatalogFacts {
  /** The roles and principals that may find it: those who have the permissions Access contents information and View. */
  readonly holders: readonly string[]
  readonly indexes: Indexes
  readonly columns: JsonObject
}

/** Folded words of the title, of the description, and of all searchable fields (with title and description). */
export interface SearchWords {
  readonly titleWords: readonly string[]
  readonly descriptionWords: readonly string[]
  readonly words: readonly string[]
}

/** All data of an object in the catalog. */
export type CatalogEntry = CatalogFacts & SearchWords

/** Replaces a catalog entry. Without words, the old words stay: most changes do not change texts. */
export type CatalogUpdate = CatalogFacts & (SearchWords | { readonly [K in keyof SearchWords]?: undefined })

/** A search hit: an object with the data for its summary, without its fields. */
export interface SearchHit {
  readonly uid: string
  readonly path: string
  readonly type: string
  /** The position of the object in its container, from 0. */
  readonly position: number
  readonly columns: JsonObject
}
