import { parentPath, rootPath } from '../../foundation/paths.js'
import { type ContentNode, type Lineage, objectOf } from './node.js'

/**
 * The hidden field in which a container stores the UID of its default page (docs/content-and-access.md, Default pages).
 * The UID remains valid when the page is renamed, and is ignored after the page has been deleted or moved to another
 * container.
 */
export const defaultPageField = 'default_page'

/**
 * The UID that a container stores for its default page; null if it stores none. The page may have been deleted or moved
 * to another container.
 */
export function chosenPage({ fields }: Pick<ContentNode, 'fields'>): string | null {
  const uid = fields[defaultPageField]
  return typeof uid === 'string' ? uid : null
}

/** Whether the last object of a lineage is the default page of its container. */
export function isDefaultPage(lineage: Lineage): boolean {
  const container = lineage.at(-2)
  return container !== undefined && chosenPage(container) === objectOf(lineage).uid
}

/** Whether the object at a path is directly inside the container at another path. */
export const isItemOf = (path: string, container: string): boolean =>
  path !== rootPath && parentPath(path) === container
