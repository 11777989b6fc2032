import type { Instant } from '../foundation/instants.js'
import type { JsonObject } from '../foundation/json.js'

/** The kinds of events (docs/change-feed.md, Kinds). The feed contains no events about votes. */
export const eventKinds = [
  'added',
  'changed',
  'moved',
  'transition',
  'deleted',
  'sharing',
  'people',
  'settings',
  'types',
  'import',
  'invalidation',
  'release',
] as const

export type EventKind = (typeof eventKinds)[number]

/** The kinds of events that only callers with the Manage portal permission can see. */
export const administrativeKinds: readonly EventKind[] = [
  'sharing',
  'people',
  'settings',
  'types',
  'import',
  'invalidation',
]

export interface EventTransition {
  readonly workflow: string
  readonly transition: string
  /** The state before the transition, or null if it is unknown. */
  readonly from: string | null
  readonly to: string
}

/** The user and the time of a change. */
export interface EventOrigin {
  /** The id of the user, or null for anonymous callers and for Plenum itself. */
  readonly actor: string | null
  readonly time: Instant
}

export interface EventObject {
  readonly uid: string
  /** The path after the change or, for a deleted object, the path before the change. */
  readonly path: string
  readonly type: string
  /** The revision after the change or, for a deleted object, the last revision. */
  readonly revision: number
}

/** An event that is not yet part of the change feed. */
export interface NewEvent extends EventOrigin {
  readonly kind: EventKind
  /** The changed object, or null if the event does not concern a single object. */
  readonly object: EventObject | null
  /** The transition. This property is present only for the kind `transition`. */
  readonly transition?: EventTransition
  /** The path before the change. This property is present only for the kind `moved`. */
  readonly oldPath?: string
  /**
   * The roles, users and groups that could view the object before the change (see `CatalogEntry.holders`). This list is
   * present only for the kinds `deleted` and `moved`.
   */
  readonly viewers?: readonly string[]
  /**
   * The changed values, except for passwords and secrets. They are visible only to callers with the Manage portal
   * permission.
   */
  readonly details?: JsonObject
}

export interface ChangeEvent extends NewEvent {
  /** The position in the feed. Positions begin at 1, have no gaps, and follow the order of commits. */
  readonly position: number
}

/** An event and the cursor after the event. */
export interface FeedItem extends ChangeEvent {
  /** The cursor to pass as `since` to read later events. */
  readonly cursor: string
}

/** A query for events in the change feed. Permissions are not checked. */
export interface EventQuery {
  /** Selects events with a position greater than this value. The value 0 selects all events. */
  readonly after?: number
  /** Selects events with a position less than this value. */
  readonly before?: number
  /** Whether to select only `administrativeKinds`. */
  readonly isAdministrative?: boolean
  /** Whether events are returned newest first. By default, they are returned oldest first. */
  readonly isDescending?: boolean
  readonly limit: number
}

export interface MarkedEvent {
  readonly event: ChangeEvent
  /**
   * A string that detects diverged databases: two databases that assigned the same position to different commits have
   * different marks. Cursors contain the mark (docs/change-feed.md, Cursors).
   */
  readonly mark: string
}

export interface FeedState {
  /** The id of the feed. It changes when a site is restored. */
  readonly id: string
  /** The position of the newest event, or 0 if the feed has never contained an event. */
  readonly newest: number
  /** The position of the oldest stored event, or null if no event is stored. */
  readonly oldest: number | null
}

/** The limits for stored events: the earliest time and the maximum number of events. */
export interface EventRetention {
  readonly before: Instant
  readonly count: number
}
