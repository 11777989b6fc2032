import type { TimeSlice } from '@plenum/core'
import type { Change } from '@plenum/core/ports'
import type { Connection, Refusal } from '../connection.js'

/**
 * One step of a change. If it refuses the change, the caller rolls the transaction back. Between two objects it yields
 * when the time slice is over.
 */
export type ChangeStep = (connection: Connection, change: Change, slice: TimeSlice) => Promise<Refusal | null>

/** Compares the current revision of an object with the one that the change was based on; null: they are equal. */
export const checkRevision = (stored: { readonly revision: number } | undefined, revision: number): Refusal | null => {
  if (!stored) return 'gone'
  return stored.revision === revision ? null : 'changed'
}
