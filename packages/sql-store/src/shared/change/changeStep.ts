import type { TimeSlice } from '@plenum/core'
import type { Change } from '@plenum/core/ports'
import type { Connection, Refusal } from '../sql.js'

/**
 * Applies one part of a change. If a step returns a refusal, the caller must roll back the transaction. When the time
 * slice is over, steps yield between objects.
 */
export type ChangeStep = (connection: Connection, change: Change, slice: TimeSlice) => Promise<Refusal | null>

export const checkRevision = (stored: { readonly revision: number } | undefined, revision: number): Refusal | null => {
  if (!stored) return 'gone'
  return stored.revision === revision ? null : 'changed'
}
