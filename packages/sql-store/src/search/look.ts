import type { Stretch } from './stretches.js'

/** The part of the catalog that a statement of a search reads. */
export interface Look {
  readonly stretch: Stretch
  /** The ids in `temp.text_hit` of hits gathered in advance, by FTS5 expression; null: no hits. */
  readonly gathered: ReadonlyMap<string, number | null>
}

export const everything: Look = { stretch: null, gathered: new Map() }
