import type { ContentNode } from '../node/node.js'
import type { ContentType } from './model.js'
import { hasBehavior } from './registry.js'

export const versioning = 'plone.versioning'

/** Whether objects of a type may have versions (docs/content-and-access.md, Versions, rule 1). */
export function isVersionable(type: ContentType): boolean {
  return hasBehavior(type, versioning)
}

/** Whether a change of this object creates a version; authors can turn this off with `versioning_enabled`. */
export function recordsVersions(node: ContentNode, type: ContentType): boolean {
  return isVersionable(type) && node.fields.versioning_enabled !== false
}
