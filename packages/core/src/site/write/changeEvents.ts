import type { EventObject, EventOrigin, EventTransition, NewEvent } from '../../changeFeed/events.js'
import type { ContentNode } from '../../content/node/node.js'
import type { Change, NodeUpdate } from '../../content/store/change.js'
import type { JsonObject } from '../../foundation/json.js'
import { isAtOrBelow } from '../../foundation/paths.js'
import { userIdOf } from '../../security/caller.js'
import type { RequestContext } from '../run/requestContext.js'

export const originOf = ({ caller, now }: Pick<RequestContext, 'caller' | 'now'>): EventOrigin => ({
  actor: userIdOf(caller) || null,
  time: now,
})

/** Creates an event about the site. `details` must not contain passwords or secrets. */
export function siteEvent(
  context: Pick<RequestContext, 'caller' | 'now'>,
  kind: NewEvent['kind'],
  details: JsonObject,
): NewEvent {
  return { ...originOf(context), kind, object: null, details }
}

/** Creates an event about an object that the same change updates. `details` must not contain passwords or secrets. */
export function updateEvent(
  context: Pick<RequestContext, 'caller' | 'now'>,
  kind: NewEvent['kind'],
  { node, details }: { readonly node: ContentNode; readonly details?: JsonObject },
): NewEvent {
  const event = { ...originOf(context), kind, object: objectOf(node, node.revision + 1) }
  return details ? { ...event, details } : event
}

/** Creates an event about the requested object, whose revision does not change. */
export function unchangedEvent(
  context: Pick<RequestContext, 'caller' | 'now' | 'node'>,
  kind: NewEvent['kind'],
  details: JsonObject,
): NewEvent {
  return { ...originOf(context), kind, object: objectOf(context.node, context.node.revision), details }
}

/**
 * Adds an event for each added object, for each transition, and for each updated object without transitions
 * (docs/change-feed.md, Kinds). Updates add no event if the change already contains an event for the object, or if they
 * only rename the object or increment its revision.
 */
export function withEvents<Written extends Change>(change: Written, origin: EventOrigin): Written {
  const { creates = [], updates = [], events = [] } = change
  const reported = new Set(events.flatMap(({ object }) => object?.uid ?? []))
  const added = creates.flatMap(({ node, transitions = [] }) => {
    const object = objectOf(node, node.revision)
    return [{ ...origin, kind: 'added' as const, object }, ...transitionEvents(object, transitions, origin)]
  })
  const changed = updates.filter(update => !reported.has(update.node.uid)).flatMap(update => eventsOf(update))
  return { ...change, origin, events: [...added, ...changed, ...events] }

  function eventsOf(update: NodeUpdate): readonly NewEvent[] {
    const { node, transitions = [], isClaim } = update
    const object = objectOf(node, node.revision + 1)
    if (transitions.length > 0) return transitionEvents(object, transitions, origin)
    const isRenamed = change.renames?.some(({ from }) => isAtOrBelow(node.path, from))
    return isClaim || isRenamed ? [] : [{ ...origin, kind: 'changed', object }]
  }
}

const objectOf = ({ uid, path, type }: ContentNode, revision: number): EventObject => ({ uid, path, type, revision })

const transitionEvents = (
  object: EventObject,
  transitions: readonly EventTransition[],
  origin: EventOrigin,
): readonly NewEvent[] => transitions.map(transition => ({ ...origin, kind: 'transition', object, transition }))
