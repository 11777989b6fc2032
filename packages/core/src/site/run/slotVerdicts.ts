import type { ContentNode } from '../../content/node/node.js'
import type { Expected } from '../../content/store/change.js'
import type { ExpectedOverlaps } from '../../content/store/overlaps.js'

/**
 * The results of conflict checks in one snapshot, and the data on which they are based. Only `judgeConflicts` adds
 * results.
 */
export interface SlotVerdicts {
  readonly hasConflicts: Map<string, boolean>
  /** The preconditions for a commit that relies on the results of the conflict checks. */
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
