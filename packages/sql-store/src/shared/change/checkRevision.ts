import type { StoredNode } from '../rows/storedNodes.js'
import type { Refusal } from './refusal.js'

/** Compares the current revision of an object with the one that the change was based on; null: they are equal. */
export const checkRevision = (stored: Pick<StoredNode, 'revision'> | undefined, revision: number): Refusal | null => {
  if (!stored) return 'gone'
  return stored.revision === revision ? null : 'changed'
}
