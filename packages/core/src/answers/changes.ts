import type { JsonObject } from '../foundation/json.js'

/** `GET /@changes` (docs/change-feed.md, Response). */
export type ChangesPayload = {
  readonly '@id': string
  /** The events that the caller may see, oldest first. */
  readonly items: readonly ChangeItem[]
  /** The value of the parameter `since` for the next request. */
  readonly next: string
  /** Whether further events are stored. */
  readonly more: boolean
}

/**
 * An event of the change feed. The first five keys after `kind` are absent if the event does not concern a single
 * object. Times are in UTC (ISO 8601).
 */
export type ChangeItem = {
  /** The kind of the event (docs/change-feed.md, Kinds). */
  readonly kind: string
  /** The current URL of the object or, for a deleted object, the last URL. */
  readonly '@id'?: string
  readonly '@type'?: string
  readonly UID?: string
  /** The revision after the change or, for a deleted object, the last revision. */
  readonly revision?: number
  readonly time: string
  /** The id of the workflow. This key and the next three keys are present only for the kind `transition`. */
  readonly workflow?: string
  readonly transition?: string
  /** The state before the transition. Null if it is unknown. */
  readonly from?: string | null
  readonly to?: string
  /** The previous URL. Present only for the kind `moved` and for callers who could view the object at that URL. */
  readonly old_url?: string
  /**
   * The user id. Null for visitors and for Plenum itself. Present only for callers with the permission Manage portal.
   */
  readonly actor?: string | null
  /** The path after the change. Present only for callers with the permission Manage portal. */
  readonly path?: string
  /** The changed values (docs/change-feed.md, Details). Present only for callers with the permission Manage portal. */
  readonly details?: JsonObject
}
