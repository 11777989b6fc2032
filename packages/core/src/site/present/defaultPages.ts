import { chosenPage, isDefaultPage, isItemOf } from '../../content/node/defaultPage.js'
import { containersOf, type Lineage, objectOf } from '../../content/node/node.js'
import { idOfPath } from '../../foundation/paths.js'
import { permission } from '../../security/permissions.js'
import { readNodes } from '../run/openEach.js'
import { hasPermissionAt, type RequestContext } from '../run/requestContext.js'

/** Returns the ids of the default pages that the caller may view, by container UID. */
export async function visibleDefaultPages(
  context: RequestContext,
  containers: readonly Lineage[],
): Promise<ReadonlyMap<string, string>> {
  const uids = containers.flatMap(lineage => chosenPage(objectOf(lineage)) ?? [])
  if (uids.length === 0) return new Map()
  const pages = new Map((await readNodes(context, uids)).map(page => [page.uid, page]))
  return new Map(
    containers.flatMap((lineage): [string, string][] => {
      const container = objectOf(lineage)
      const page = pages.get(chosenPage(container) ?? '')
      const isVisible =
        page && isItemOf(page.path, container.path) && hasPermissionAt(context, permission.view, [...lineage, page])
      return isVisible ? [[container.uid, idOfPath(page.path)]] : []
    }),
  )
}

/**
 * Whether an object is the default page of a container that the caller may view. If so, menus and breadcrumbs include
 * only the container (docs/content-and-access.md, Default pages, rule 4).
 */
export const isPageOfContainer = (context: RequestContext, lineage: Lineage): boolean =>
  isDefaultPage(lineage) && hasPermissionAt(context, permission.view, containersOf(lineage))

export const shownContainer = (context: RequestContext, lineage: Lineage): Lineage =>
  isPageOfContainer(context, lineage) ? shownContainer(context, containersOf(lineage)) : lineage
