import type { JsonObject } from '../../foundation/json.js'

export type IndexValue = string | number | boolean

/** Values to find an object by. Several values make an object findable by each; one without a value is absent. */
export type Indexes = Readonly<Record<string, IndexValue | readonly IndexValue[]>>

/** What the catalog keeps of an object beside its words: what it is found by, and the columns that summaries are made from. */
export interface CatalogFacts {
  /** Names of roles and principals that may find it: holders of Access contents information. */
  readonly holders: readonly string[]
  readonly indexes: Indexes
  readonly columns: JsonObject
}

/** Folded words of the title, of the description, and of everything that is searchable (those two included). */
export interface SearchWords {
  readonly titleWords: readonly string[]
  readonly descriptionWords: readonly string[]
  readonly words: readonly string[]
}

/** All that the catalog keeps of an object. */
export type CatalogEntry = CatalogFacts & SearchWords

/** A new entry of an object that has one. Without words the words stay: most changes leave the texts alone. */
export type CatalogUpdate = CatalogFacts & (SearchWords | { readonly [K in keyof SearchWords]?: undefined })

/** A hit: the object without its fields, but with all that its summary takes. */
export interface FoundEntry {
  readonly uid: string
  readonly path: string
  readonly type: string
  /** Place among the objects of its container. */
  readonly position: number
  readonly columns: JsonObject
}
