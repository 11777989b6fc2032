import type { Chunk } from './chunks.js'

/** The part of the catalog that a statement of a search reads. */
export interface SearchScope {
  readonly chunk: Chunk
  /** The ids in `temp.text_hit` of the hits gathered in advance, by FTS5 expression; null if there are no hits. */
  readonly gathered: ReadonlyMap<string, number | null>
}

export const everything: SearchScope = { chunk: null, gathered: new Map() }
