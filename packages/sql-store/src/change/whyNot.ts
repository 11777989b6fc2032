import type { Refusal } from './changeStep.js'
import type { KnownNode } from './knownNodes.js'

/** Compares the current revision of an object with the one that the change was based on; null: they are equal. */
export const whyNot = (known: Pick<KnownNode, 'revision'> | undefined, revision: number): Refusal | null => {
  if (!known) return 'gone'
  return known.revision === revision ? null : 'changed'
}
