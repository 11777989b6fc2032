import { findingAt, type IncomingFinding } from './incomingSite.js'
import type { PlannedObject } from './plannedObject.js'

/**
 * Notes on default pages that are not items of their container. `defaultPages` contains UIDs, by the UID of the
 * container.
 */
export function strayDefaultPages(
  order: readonly PlannedObject[],
  defaultPages: ReadonlyMap<string, string>,
): readonly IncomingFinding[] {
  if (defaultPages.size === 0) return []
  const containers = new Map(order.map(({ uid, container }) => [uid, container]))
  return order.flatMap(planned => {
    const page = defaultPages.get(planned.uid)
    if (page === undefined || containers.get(page) === planned.uid) return []
    return [findingAt(planned, { kind: 'default-page', weight: 'note', key: 'default_page', detail: page })]
  })
}
