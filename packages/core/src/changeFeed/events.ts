import type { Instant } from '../foundation/instants.js'
import type { JsonObject } from '../foundation/json.js'

/** The kinds of events in the change feed (docs/change-feed.md, Kinds). Votes have no kind: they are never in the feed. */
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

/** The kinds of events that only callers with the permission Manage portal may see. */
export const administrativeKinds: readonly EventKind[] = [
  'sharing',
  'people',
  'settings',
  'types',
  'import',
  'invalidation',
]

/** A transition of a workflow. */
export interface EventTransition {
  readonly workflow: string
  /** The id of the transition. */
  readonly transition: string
  /** The state before the transition; null if it is unknown. */
  readonly from: string | null
  readonly to: string
}

/** The user and the time of a change. */
export interface EventOrigin {
  /** The id of the user; null for anonymous callers and for the program itself. */
  readonly actor: string | null
  readonly time: Instant
}

/** The object of an event. */
export interface EventObject {
  readonly uid: string
  /** The path after the change; of a deleted object, the path before. */
  readonly path: string
  readonly type: string
  /** The revision after the change; of a deleted object, its last revision. */
  readonly revision: number
}

/** An event that the store has not yet added to the change feed. */
export interface NewEvent extends EventOrigin {
  readonly kind: EventKind
  /** Null if the event concerns no single object. */
  readonly object: EventObject | null
  /** Present for the kind `transition`. */
  readonly transition?: EventTransition
  /** The path before the change; present for the kind `moved`. */
  readonly oldPath?: string
  /**
   * The names of roles, users and groups that could view the object before the change (see `CatalogEntry.holders`);
   * present for the kinds `deleted` and `moved`.
   */
  readonly viewers?: readonly string[]
  /** The changed values, for callers with the permission Manage portal. They include no passwords and no secrets. */
  readonly details?: JsonObject
}

/** An event in the change feed. */
export interface ChangeEvent extends NewEvent {
  /** The position in the feed, from 1, without gaps. The order of positions is the order of commits. */
  readonly position: number
}

/** A range of the change feed, without a permission check. */
export interface EventQuery {
  /** Only events with a greater position; 0 for all. */
  readonly after?: number
  /** Only events with a smaller position. */
  readonly before?: number
  /** Only events of `administrativeKinds`. */
  readonly isAdministrative?: boolean
  /** Whether the newest events come first; by default the oldest do. */
  readonly isDescending?: boolean
  /** The maximum number of events. */
  readonly limit: number
}

/** An event with the mark of its position. */
export interface MarkedEvent {
  readonly event: ChangeEvent
  /**
   * A string that differs between two databases that gave the same position to different commits. Part of cursors
   * (docs/change-feed.md, Cursors).
   */
  readonly mark: string
}

/** The state of the change feed. */
export interface FeedState {
  /** Identifies the feed. A restored site has another one. */
  readonly id: string
  /** The position of the newest event; 0 if the feed has never had any. */
  readonly newest: number
  /** The position of the oldest stored event; null if none is stored. */
  readonly oldest: number | null
}

/** The events to retain: those since a time, and not more than a number. */
export interface EventRetention {
  readonly before: Instant
  readonly count: number
}
