import type { ContentNode } from '../../content/node/node.js'
import type { Expected } from '../../content/store/change.js'
import type { ExpectedOverlaps } from '../../content/store/overlaps.js'

/**
 * The verdicts on the conflicts of slots in one snapshot, and the data on which they are based. Only `judgeConflicts`
 * adds verdicts.
 */
export interface SlotVerdicts {
  /** The verdicts by UID of the slot. */
  readonly hasConflicts: Map<string, boolean>
  /** The preconditions of a commit that relies on the verdicts. */
  readonly overlaps: ExpectedOverlaps[]
  readonly expects: Map<string, Expected>
  /** The slots that the current request has changed, by UID. They replace the stored slots. */
  readonly changed: Map<string, ContentNode>
}

export const noVerdicts = (): SlotVerdicts => ({
  hasConflicts: new Map(),
  overlaps: [],
  expects: new Map(),
  changed: new Map(),
})
