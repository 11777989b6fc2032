import { administrativeKinds, type ChangeEvent } from '../changeFeed/events.js'
import { formatInstant } from '../foundation/instants.js'
import { isAtOrBelow, rootPath } from '../foundation/paths.js'
import type { WebhookFilter } from './webhook.js'

/** Whether a webhook with the given filter receives an event. */
export function matchesFilter({ kinds, types, workflows, path }: WebhookFilter, event: ChangeEvent): boolean {
  const { object, transition, oldPath } = event
  const isBelow = (place: string | undefined): boolean => place !== undefined && isAtOrBelow(place, path)
  return (
    (kinds.length === 0 ? !administrativeKinds.includes(event.kind) : kinds.includes(event.kind)) &&
    (types.length === 0 || (object !== null && types.includes(object.type))) &&
    (workflows.length === 0 || (transition !== undefined && workflows.includes(transition.workflow))) &&
    (path === rootPath || isBelow(object?.path) || isBelow(oldPath))
  )
}

/**
 * Creates the body of the message about an event (docs/webhooks.md, Messages). The body contains no titles, no field
 * values, no user and no details of the event.
 */
export function messageOf({ kind, time, position, object, transition, oldPath }: ChangeEvent): string {
  const data = {
    position,
    kind,
    path: object?.path ?? null,
    UID: object?.uid ?? null,
    type: object?.type ?? null,
    ...(oldPath === undefined ? {} : { old_path: oldPath }),
    ...(transition ? { ...transition } : {}),
  }
  return JSON.stringify({ type: kind, timestamp: formatInstant(time), data })
}

/** Creates the body of the message that tests a webhook. */
export const pingMessage = (time: number, webhook: string): string =>
  JSON.stringify({ type: 'ping', timestamp: formatInstant(time), data: { webhook } })
