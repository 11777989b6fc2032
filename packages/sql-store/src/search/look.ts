import type { Stretch } from './stretches.js'

/** What a statement of a search looks at. */
export interface Look {
  readonly stretch: Stretch
  /** The ids in `temp.text_hit` of the hits of texts that were gathered before, by their expression; null: no hits. */
  readonly gathered: ReadonlyMap<string, number | null>
}

export const everything: Look = { stretch: null, gathered: new Map() }
