import type { JsonObject } from '../foundation/json.js'

export type IndexValue = string | number | boolean

/** Values to find an object by. Several values make an object findable by each; one without a value is absent. */
export type Indexes = Readonly<Record<string, IndexValue | readonly IndexValue[]>>

/** What the catalog keeps of an object: what it is found by, and the columns that summaries are made from. */
export interface CatalogEntry {
  /** Names of roles and principals that may find it: holders of Access contents information. */
  readonly holders: readonly string[]
  readonly indexes: Indexes
  /** Folded words of the title, of the description, and of everything that is searchable (those two included). */
  readonly titleWords: readonly string[]
  readonly descriptionWords: readonly string[]
  readonly words: readonly string[]
  readonly columns: JsonObject
}

/** A hit: the object without its fields, but with all that its summary takes. */
export interface FoundEntry {
  readonly uid: string
  readonly path: string
  readonly type: string
  /** Place among the objects of its container. */
  readonly position: number
  readonly columns: JsonObject
}
