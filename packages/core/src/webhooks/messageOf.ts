import { administrativeKinds, type ChangeEvent } from '../changeFeed/events.js'
import { formatInstant } from '../foundation/instants.js'
import { isAtOrBelow, rootPath } from '../foundation/paths.js'
import type { WebhookFilter } from './webhook.js'

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
 * Returns the body of a message about an event (docs/webhooks.md, Messages). For confidentiality, the message contains
 * no titles, field values, users or details.
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

export const pingMessage = (time: number, webhook: string): string =>
  JSON.stringify({ type: 'ping', timestamp: formatInstant(time), data: { webhook } })
