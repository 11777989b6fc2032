import type { Indexer } from '../content/model/model.js'
import type { Lineage } from '../content/node/lineage.js'
import type { ContentNode } from '../content/node/node.js'
import { rootPath } from '../foundation/paths.js'

export const eventType = 'Tech Event'

export function supportsMultipleEvents(lineage: Lineage): boolean {
  return lineage[0]?.fields.support_multiple_events === true
}

/**
 * A Tech Event always is one; the site root is one as long as the site is a single event (docs/schedule.md, Event
 * root).
 */
function isEventRoot(node: ContentNode, isSingleEvent: boolean): boolean {
  return node.type === eventType || (node.path === rootPath && isSingleEvent)
}

/** The event that the last of a lineage belongs to, or is itself; undefined outside any event. */
export function eventRootOf(lineage: Lineage): ContentNode | undefined {
  const isSingleEvent = !supportsMultipleEvents(lineage)
  return lineage.findLast(node => isEventRoot(node, isSingleEvent))
}

export function isEventRootItself(lineage: Lineage): boolean {
  return lineage.length > 0 && eventRootOf(lineage) === lineage.at(-1)
}

/**
 * The nearest place that can be an event, whether it is one at the moment: what lies below a Tech Event never belongs
 * to the site's own event (docs/schedule.md, Event root, rule 2).
 */
export const indexEventRoot: Indexer = lineage => {
  const root = lineage.findLast(node => node.type === eventType || node.path === rootPath)
  return root ? { indexes: { event_root: root.uid }, columns: { event_root: root.uid } } : {}
}
