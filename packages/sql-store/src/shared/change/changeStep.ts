import type { TimeSlice } from '@plenum/core'
import type { Change } from '@plenum/core/ports'
import type { Connection, Refusal } from '../sql.js'

/**
 * A step of a change. If it refuses the change, the caller rolls back the transaction. When the time slice is over, the
 * step yields before the next object.
 */
export type ChangeStep = (connection: Connection, change: Change, slice: TimeSlice) => Promise<Refusal | null>

/**
 * Compares the current revision of an object with the revision on which the change is based. Returns null if they are
 * equal.
 */
export const checkRevision = (stored: { readonly revision: number } | undefined, revision: number): Refusal | null => {
  if (!stored) return 'gone'
  return stored.revision === revision ? null : 'changed'
}
