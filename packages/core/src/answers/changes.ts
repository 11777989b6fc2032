import type { JsonObject } from '../foundation/json.js'

/** The response to `GET /@changes` (docs/change-feed.md, Response). */
export type ChangesPayload = {
  readonly '@id': string
  /** The events that the caller may see, oldest first. */
  readonly items: readonly ChangeItem[]
  /** The value of the `since` parameter for the next request. */
  readonly next: string
  /** Whether more events follow the events in this response. */
  readonly more: boolean
}

/**
 * An event in the change feed. The keys `@id`, `@type`, `UID`, `revision` and `path` are omitted if the event does not
 * concern a single object. Times are in UTC (ISO 8601).
 */
export type ChangeItem = {
  /** The kind of the event (docs/change-feed.md, Kinds). */
  readonly kind: string
  /** The current URL of the object or, if the object was deleted, its last URL. */
  readonly '@id'?: string
  readonly '@type'?: string
  readonly UID?: string
  /** The revision after the change or, if the object was deleted, its last revision. */
  readonly revision?: number
  readonly time: string
  /** The id of the workflow. This key and the next three keys are included only for the kind `transition`. */
  readonly workflow?: string
  readonly transition?: string
  /** The state before the transition, or null if it is unknown. */
  readonly from?: string | null
  readonly to?: string
  /**
   * The previous URL. The key is included only for the kind `moved`, and only if the caller could view the object at
   * that URL or has the Manage portal permission.
   */
  readonly old_url?: string
  /**
   * The id of the user who made the change, or null if a visitor or Plenum itself made it. The key is included only for
   * callers with the Manage portal permission.
   */
  readonly actor?: string | null
  /**
   * The path of the object after the change. The key is included only for callers with the Manage portal permission.
   */
  readonly path?: string
  /**
   * The changed values (docs/change-feed.md, Details). The key is included only for callers with the Manage portal
   * permission.
   */
  readonly details?: JsonObject
}
