import type { Refusal } from './changeStep.js'
import type { KnownNode } from './knownNodes.js'

/** Why an object may not be changed that had a revision when the change was decided; null: it may. */
export const whyNot = (known: Pick<KnownNode, 'revision'> | undefined, revision: number): Refusal | null => {
  if (!known) return 'gone'
  return known.revision === revision ? null : 'changed'
}
