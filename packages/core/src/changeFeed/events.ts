import type { Instant } from '../foundation/instants.js'
import type { JsonObject } from '../foundation/json.js'

/**
 * The kinds of events in the change feed (docs/change-feed.md, Kinds). There is no kind for votes, because the feed
 * never contains votes.
 */
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
  /** The path after the change or, for a deleted object, the path before the change. */
  readonly path: string
  readonly type: string
  /** The revision after the change or, for a deleted object, the last revision. */
  readonly revision: number
}

/** An event that the store has not yet added to the change feed. */
export interface NewEvent extends EventOrigin {
  readonly kind: EventKind
  /** The object; null if the event does not concern a single object. */
  readonly object: EventObject | null
  /** The transition; present for the kind `transition`. */
  readonly transition?: EventTransition
  /** The path before the change; present for the kind `moved`. */
  readonly oldPath?: string
  /**
   * The names of the roles, users and groups that could view the object before the change (see `CatalogEntry.holders`);
   * present for the kinds `deleted` and `moved`.
   */
  readonly viewers?: readonly string[]
  /** The changed values, for callers with the permission Manage portal. They never include passwords or secrets. */
  readonly details?: JsonObject
}

/** An event in the change feed. */
export interface ChangeEvent extends NewEvent {
  /** The position in the feed, from 1, without gaps. The order of positions is the order of commits. */
  readonly position: number
}

/** An event and the cursor after the event. */
export interface FeedItem extends ChangeEvent {
  /** The cursor after this event. Pass this cursor as `since` to read later events. */
  readonly cursor: string
}

/** A range of the change feed, without a permission check. */
export interface EventQuery {
  /** Selects only events with a greater position; 0 selects all events. */
  readonly after?: number
  /** Selects only events with a smaller position. */
  readonly before?: number
  /** Whether to select only events of the `administrativeKinds`. */
  readonly isAdministrative?: boolean
  /** Whether the newest events come first; by default, the oldest events come first. */
  readonly isDescending?: boolean
  /** The maximum number of events. */
  readonly limit: number
}

/** An event and the mark of its position. */
export interface MarkedEvent {
  readonly event: ChangeEvent
  /**
   * A string that differs between two databases that have given the same position to different commits. It is part of
   * cursors (docs/change-feed.md, Cursors).
   */
  readonly mark: string
}

/** The state of the change feed. */
export interface FeedState {
  /** The id of the feed. A restored site gets a new id. */
  readonly id: string
  /** The position of the newest event; 0 if the feed has never contained an event. */
  readonly newest: number
  /** The position of the oldest stored event; null if none is stored. */
  readonly oldest: number | null
}

/** The events to retain: only events since a time, and at most a number of events. */
export interface EventRetention {
  readonly before: Instant
  readonly count: number
}
