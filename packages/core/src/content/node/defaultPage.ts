import { parentPath, rootPath } from '../../foundation/paths.js'
import { type ContentNode, type Lineage, objectOf } from './node.js'

/**
 * The internal field in which a container stores the UID of its default page (docs/content-and-access.md, Default
 * pages). The UID is ignored if the page has been deleted or moved to another container.
 */
export const defaultPageField = 'default_page'

/**
 * Returns the UID of the selected default page, or null if no page is selected. The page may have been deleted or moved
 * to another container.
 */
export function chosenPage({ fields }: Pick<ContentNode, 'fields'>): string | null {
  const uid = fields[defaultPageField]
  return typeof uid === 'string' ? uid : null
}

export function isDefaultPage(lineage: Lineage): boolean {
  const container = lineage.at(-2)
  return container !== undefined && chosenPage(container) === objectOf(lineage).uid
}

export const isItemOf = (path: string, container: string): boolean =>
  path !== rootPath && parentPath(path) === container
