import { DomainError } from '../../foundation/domainError.js'
import { message } from '../../foundation/messages.js'
import { rememberOf } from '../../foundation/rememberOf.js'
import type { ContentNode } from './node.js'

/** An object with all its containers: the site root first, the object last. Empty before the site is made. */
export type Lineage = readonly ContentNode[]

/** The last object of a lineage. Throws a DomainError `not-found` before the site is made. */
export function objectOf(lineage: Lineage): ContentNode {
  const node = lineage.at(-1)
  if (!node) throw new DomainError('not-found', message('site.missing'), { context: null })
  return node
}

/** The same value for the same lineage, so that what is found of it need not be found again. */
export const containersOf: (lineage: Lineage) => Lineage = rememberOf(lineage => lineage.slice(0, -1))

/**
 * The lineage of each object on the way from the site root to the last object, in this order; the same values for the
 * same lineage.
 */
export const lineagesAlong: (lineage: Lineage) => readonly Lineage[] = rememberOf(lineage =>
  lineage.length === 0 ? [] : [...lineagesAlong(containersOf(lineage)), lineage],
)

/** The lineage with its last object replaced by `node`; the same value where that is the last one, as what was found of it holds. */
export const withObject = (lineage: Lineage, node: ContentNode): Lineage =>
  lineage.at(-1) === node ? lineage : lineage.with(-1, node)
