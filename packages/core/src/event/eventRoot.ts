import type { Indexer } from '../content/model/model.js'
import type { ContentNode, Lineage } from '../content/node/node.js'
import { rootPath } from '../foundation/paths.js'

export const eventType = 'Tech Event'

export const supportsMultipleEvents = (lineage: Lineage): boolean => lineage[0]?.fields.support_multiple_events === true

/**
 * Whether an object is an event root. A Tech Event is always an event root. The site root is an event root only while
 * the site is a single event (docs/schedule.md, Event root).
 */
const isEventRoot = (node: ContentNode, isSingleEvent: boolean): boolean =>
  node.type === eventType || (node.path === rootPath && isSingleEvent)

/**
 * Returns the innermost event that contains the last object of a lineage, or the object itself if it is an event.
 * Returns undefined if no event contains the object.
 */
export function eventRootOf(lineage: Lineage): ContentNode | undefined {
  const isSingleEvent = !supportsMultipleEvents(lineage)
  return lineage.findLast(node => isEventRoot(node, isSingleEvent))
}

export const isEventRootItself = (lineage: Lineage): boolean =>
  lineage.length > 0 && eventRootOf(lineage) === lineage.at(-1)

/**
 * Returns the nearest Tech Event, or the site root if no Tech Event contains the object. The site root is returned even
 * if it is not an event.
 */
export const nearestRoot = (lineage: Lineage): ContentNode | undefined =>
  lineage.findLast(node => node.type === eventType || node.path === rootPath)

export const zoneOf = ({ fields }: ContentNode): string =>
  typeof fields.timezone === 'string' ? fields.timezone : 'UTC'

export function zoneAt(lineage: Lineage): string {
  const root = nearestRoot(lineage)
  return root ? zoneOf(root) : 'UTC'
}

/**
 * Indexes the nearest Tech Event or the site root. The site root is indexed even if it is not an event, so that the
 * site can become an event without reindexing. Objects below a Tech Event never belong to the site-wide event
 * (docs/schedule.md, Event root, rule 2).
 */
export const indexEventRoot: Indexer = lineage => {
  const root = nearestRoot(lineage)
  return root ? { indexes: { event_root: root.uid }, columns: { event_root: root.uid } } : {}
}
