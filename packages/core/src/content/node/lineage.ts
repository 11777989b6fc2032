import { DomainError } from '../../foundation/domainError.js'
import { memoizeByIdentity } from '../../foundation/memoizeByIdentity.js'
import { message } from '../../foundation/messages.js'
import type { ContentNode } from './node.js'

/** An object with all its containers: the site root first, the object last. Empty before the site is created. */
export type Lineage = readonly ContentNode[]

/** The last object of a lineage. Throws a DomainError `not-found` before the site is created. */
export function objectOf(lineage: Lineage): ContentNode {
  const node = lineage.at(-1)
  if (!node) throw new DomainError('not-found', message('site.missing'), { context: null })
  return node
}

/** Returns the same array for the same lineage, because caches use lineages as keys. */
export const containersOf: (lineage: Lineage) => Lineage = memoizeByIdentity(lineage => lineage.slice(0, -1))

/** The lineage of each object from the site root to the last object; the same arrays for the same lineage. */
export const lineagesAlong: (lineage: Lineage) => readonly Lineage[] = memoizeByIdentity(lineage =>
  lineage.length === 0 ? [] : [...lineagesAlong(containersOf(lineage)), lineage],
)

/**
 * The lineage with its last object replaced; the same array if `node` is that object, because caches use lineages as
 * keys.
 */
export const withObject = (lineage: Lineage, node: ContentNode): Lineage =>
  lineage.at(-1) === node ? lineage : lineage.with(-1, node)
